/** Seconds as minutes without the unit, with a place below 10: `0.4`, `12`, `1,204`. What is next to nothing reads `<0.1`. */
export function minutesWords(seconds: number): string {
  const minutes = seconds / 60;
  if (minutes > 0 && minutes < 0.05) return '<0.1';
  return minutes < 9.95 ? minutes.toFixed(1) : Math.round(minutes).toLocaleString('en');
}
