const HOUR = 3_600;

/** Seconds in words: `8.4 s`, `1 min 20 s`, `2 h 5 min`. */
export function secondsWords(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / 60)} min`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
