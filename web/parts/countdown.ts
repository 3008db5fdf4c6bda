/** A length as "04:59", or "1:04:59" from an hour on; what has begun of a second counts whole. @param ms not below 0 is shown */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const clock = `${twoDigits(Math.floor(rest / 60))}:${twoDigits(rest % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}
