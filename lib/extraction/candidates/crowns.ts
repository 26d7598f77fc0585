/** Currencies whose amounts are marked "kr". */
export type Crown = 'SEK' | 'DKK' | 'NOK';

const CODES: readonly Crown[] = ['SEK', 'DKK', 'NOK'];
/** Signs of a country: the code before its IBAN or VAT number, and words that only its documents print. */
const SIGNS: readonly (readonly [Crown, RegExp])[] = [
  ['SEK', /\bSE\s?\d{2}(?:\s?\d{4}){2,5}\b|\bF-skatt\b|\bbankgiro\b|\bplusgiro\b/iu],
  ['DKK', /\bDK[\s-]?\d{2}(?:\s?\d{2}){3}\b|\bDK\d{2}(?:\s?\d{4}){3}\b|\bCVR\b|\bFI-kreditor\b/iu],
  ['NOK', /\bNO\s?\d{2}(?:\s?\d{4}){2}\s?\d{3}\b|\bMVA\b|\bKID(?:-nummer|-nr)?\b/u],
];

/** Which crowns "kr" means in a document: by the only code it prints, else by signs of one country only; null when nothing says. */
export function crownOf(texts: readonly string[]): Crown | null {
  const isIn = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  const codes = CODES.filter((code) => isIn(new RegExp(`\\b${code}\\b`)));
  if (codes.length) return codes.length === 1 ? (codes[0] ?? null) : null;
  const signs = SIGNS.filter(([, pattern]) => isIn(pattern));
  return signs.length === 1 ? (signs[0]?.[0] ?? null) : null;
}

/** True for an amount that says its currency by "kr" only. */
export function isInCrowns(text: string): boolean {
  return /(?<!\p{L})kr(?!\p{L})/iu.test(text);
}
