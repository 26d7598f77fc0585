const pairs = new Map<string, ReadonlySet<string>>();
const overlaps = new Map<string, Map<string, number>>();
let kept = 0;
/** Texts whose pairs of letters are kept, and overlaps that are: neighbours of prints are the same again and again. */
const [MOST_TEXTS, MOST_OVERLAPS] = [20_000, 200_000];

/**
 * How much two texts share, 0 to 1: twice the pairs of letters they have in common over all they have (Dice 1945). Forgives slips of
 * recognition. An empty text shares nothing.
 */
export function textOverlap(a: string, b: string): number {
  if (!a || !b) return 0;
  if (a === b) return 1;
  let known = overlaps.get(b);
  if (!known) {
    known = new Map();
    overlaps.set(b, known);
  }
  const before = known.get(a);
  if (before !== undefined) return before;
  const found = findOverlap(a, b);
  if (kept >= MOST_OVERLAPS) {
    overlaps.clear();
    kept = 0;
  }
  known.set(a, found);
  kept++;
  return found;
}

function findOverlap(a: string, b: string): number {
  const [one, other] = [pairsOf(a), pairsOf(b)];
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const known = pairs.get(text);
  if (known) return known;
  const found = new Set<string>();
  const padded = ` ${text} `;
  for (let at = 0; at < padded.length - 1; at++) found.add(padded.slice(at, at + 2));
  if (pairs.size >= MOST_TEXTS) pairs.clear();
  pairs.set(text, found);
  return found;
}
