import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { checkVatDigits } from '#lib/document/values/check-vat-digits.ts';
import { startOf } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../../view/document-view.ts';

/** What documents of a country call the number that is its VAT number without the country before it. */
const NAMES: readonly { name: RegExp; countries: readonly string[] }[] = [
  { name: /(?<!\p{L})NIP(?!\p{L})/u, countries: ['PL'] },
  { name: /(?<!\p{L})(?:NIF|NIPC|contribuinte)(?!\p{L})/iu, countries: ['PT', 'ES'] },
  { name: /(?<!\p{L})(?:C\.?I\.?F|N\.?I\.?F)\.?(?!\p{L})/iu, countries: ['ES'] },
  { name: /(?<!\p{L})(?:P\.?\s?IVA|partita\s+IVA)(?!\p{L})/iu, countries: ['IT'] },
];
/** Set by hand: name and check digits are right, whose it is follows from its place. */
const CONFIDENCE = 0.75;
/** How far under a party's name its number stands at most, and how far their left edges may lie apart (ems). */
const [REACH, APART] = [14, 12];

/**
 * A party's VAT number that is printed without its country, as is usual within one ("NIP: …", "P. IVA …"): its name stands before
 * it and its check digits are right. Whose it is follows from the party's heading over it, or from the party's name nearest over it.
 * Null when the field asks for no VAT number or none is that party's.
 * @param answerOf the answer that was given for a field, by place among the context's fields
 */
export function answerNationalVat(
  context: ExtractionContext,
  field: number,
  answerOf: (field: number) => ExtractedValue | undefined,
): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.kind !== 'vat_id') return null;
  const numbers = findNumbers(context);
  const roles = new Set(context.profiles.flatMap(({ kind, role }) => (kind === 'vat_id' ? [role] : [])));
  const own = numbers.filter((index) => {
    const owner = ownerOf(context, index, answerOf);
    return owner === profile.role || (owner === null && roles.size < 2 && numbers.length === 1);
  });
  const index = own.length === 1 ? own[0] : undefined;
  if (index === undefined) return null;
  const { value, text, evidence } = publicCandidate(context, field, index, CONFIDENCE);
  return {
    value,
    text,
    confidence: CONFIDENCE,
    evidence,
    candidates: [],
    reason: 'a VAT number without its country, with right check digits',
  };
}

/** Candidates that are such a number, the first mention of each. */
function findNumbers(context: ExtractionContext): number[] {
  const found = new Map<string, number>();
  context.pool.candidates.forEach((candidate, index) => {
    const [range, more] = candidate.ranges;
    const segment = context.view.segments[candidate.segment];
    if (!range || more || !segment || candidate.text.length > 16 || !/\d{3}/.test(candidate.text)) return;
    const plain = candidate.text.toUpperCase().replace(/[\s.\-–/]/g, '');
    if (found.has(plain) || !/^[A-Z]?\d{7,11}[A-Z]?$/.test(plain)) return;
    const left = neighbourOf(context.view, segment, 'left');
    const inLine = textOfTokens(context.view, Math.max(segment.start, startOf(candidate) - 5), startOf(candidate));
    const before = inLine || (left ? textOfTokens(context.view, left.start, left.end) : '');
    const isOne = NAMES.some(({ name, countries }) => name.test(before) && countries.some((code) => checkVatDigits(code + plain) === true));
    if (isOne) found.set(plain, index);
  });
  return [...found.values()];
}

/** The party in whose block a number stands. */
function ownerOf(context: ExtractionContext, index: number, answerOf: (field: number) => ExtractedValue | undefined): string | null {
  const { place } = context.around(index);
  const heading = context.party(index);
  let best: { role: string | null; distance: number } | null = heading ? { role: heading.role, distance: heading.distance } : null;
  context.profiles.forEach((profile, at) => {
    if (profile.kind !== 'name' || !profile.role) return;
    const evidence = answerOf(at)?.evidence.at(-1);
    const page = context.view.pages[(evidence?.page ?? 0) - 1];
    if (!evidence || page?.index !== place.page) return;
    const [from, to] = page.tokens;
    const name = context.view.tokens.slice(from, to).findLast(({ word }) => evidence.words?.includes(word));
    const segment = context.view.segments[name?.segment ?? -1];
    const down = segment ? place.top - segment.top : -1;
    if (!segment || down < -0.5 || down > REACH || Math.abs(place.left - segment.left) > (down < 0.5 ? Number.POSITIVE_INFINITY : APART))
      return;
    if (!best || down < best.distance) best = { role: profile.role, distance: Math.max(0, down) };
  });
  return best?.role ?? null;
}
