/** Letters and digits that recognition takes for each other, evened out. */
const ALIKE: Record<string, string> = { o: '0', q: '0', d: '0', l: '1', i: '1', '|': '1', z: '2', s: '5', b: '8', g: '9' };

/** Folds a key further so that common slips of recognition vanish ("S0CIETY" = "SOCIETY"). */
export function recognitionKey(key: string): string {
  return [...key].map((char) => ALIKE[char] ?? char).join('');
}

/** Edit distance, or `limit + 1` when it is larger (Ukkonen 1985: only a band around the diagonal is filled). */
export function distanceWithin(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = new Array<number>(b.length + 1).fill(limit + 1);
    if (i <= limit) next[0] = i;
    let least = limit + 1;
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const cost = Math.min((row[j] ?? limit) + 1, (next[j - 1] ?? limit) + 1, (row[j - 1] ?? limit) + (a[i - 1] === b[j - 1] ? 0 : 1));
      next[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    row = next;
  }
  return row[b.length] ?? limit + 1;
}
