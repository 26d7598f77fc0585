const known = new Map<string, ReadonlySet<string>>();
/** Texts whose parts are kept; neighbours are the same again and again. */
const MOST = 20_000;

/**
 * How much two texts share, 0 to 1: twice the pairs of letters they have in common over all they have (Dice 1945). Forgives slips of
 * recognition. Two empty texts say nothing: 0.
 */
export function textOverlap(a: string, b: string): number {
  if (!a || !b) return 0;
  if (a === b) return 1;
  const [one, other] = [pairsOf(a), pairsOf(b)];
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const kept = known.get(text);
  if (kept) return kept;
  const pairs = new Set<string>();
  const padded = ` ${text} `;
  for (let at = 0; at < padded.length - 1; at++) pairs.add(padded.slice(at, at + 2));
  if (known.size >= MOST) known.clear();
  known.set(text, pairs);
  return pairs;
}
