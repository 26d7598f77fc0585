/** One source in so many is kept apart. */
const SHARE = 8;

/** True for the sources that the vectors are not learned from (FNV-1a over the name); the same on every machine. */
export function isKeptApart(source: string): boolean {
  let hash = 2166136261;
  for (const char of source) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return hash % SHARE === 0;
}
