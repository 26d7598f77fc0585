/** How often, in words: `every day`, `every 6 hours`. */
export function scheduleWords(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? 'every day' : `every ${hours / 24} days`;
  return hours === 1 ? 'every hour' : `every ${hours} hours`;
}
