/** A wake word as people write it: "hey_jarvis_v0.1" is "Hey Jarvis". */
export function wakePhrase(wake: string): string {
  return wake
    .replace(/_v\d+(?:\.\d+)*$/i, '')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
