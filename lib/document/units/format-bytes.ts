const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in words: `812 B`, `1.4 MB`. Units of 1000. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
