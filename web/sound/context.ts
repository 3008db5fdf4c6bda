let context: AudioContext | undefined;

/** The page's one AudioContext; suspended until the browser allows sound. */
export function soundContext(): AudioContext {
  context ??= new AudioContext();
  return context;
}

/**
 * Wakes the sound on every gesture while it sleeps: browsers allow it only then, and phones take it away again.
 * @param onAwake called when the sound has been allowed.
 */
export function wakeSoundOnGesture(onAwake: () => void): void {
  const wake = (): void => {
    const sound = soundContext();
    // Refused when the gesture doesn't count as one; the next one tries again.
    if (sound.state !== 'running') sound.resume().then(onAwake, () => undefined);
  };
  for (const gesture of ['pointerup', 'keydown'] as const) addEventListener(gesture, wake, { capture: true });
}
