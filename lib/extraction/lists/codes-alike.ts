import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { type Candidate, endOf, startOf } from '../candidates/candidate.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { evidenceOf } from '../values/build-value.ts';

/** Words of a heading at most, and of its part that names the field. */
const [HEADING, NAME] = [10, 4];
/** Gap between a heading and the first code under it at most, and how far apart left edges of one column may lie, in ems. */
const [UNDER, ALIGNED] = [1.5, 0.6];
/** Signs and digits of a code at least, for another one of its form not to be so by chance. */
const [SIGNS, DIGITS] = [6, 4];
/** Set by hand: a person is shown the list. */
const CONFIDENCE = 0.5;
const KINDS: ReadonlySet<Candidate['kind']> = new Set(['code', 'text', 'vat_id', 'phone']);

/** The form of a code: each letter an A, each digit a 9; null for what is too short or has a word in it. */
function formOf(text: string): string | null {
  if (text.length < SIGNS || text.replace(/\D/g, '').length < DIGITS || /\p{Ll}{2}/u.test(text)) return null;
  return text.replace(/\p{L}/gu, 'A').replace(/\d/g, '9');
}

/**
 * A list of numbers of something with all codes that are of the form of those found and stand in their column. Where none was found, with
 * those under a heading a part of which is the field's name (“Item / Tariff code”), if they are of one form. Other lists stay.
 */
export function withCodesAlike(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  if (context.profiles[field]?.kind !== 'identifier') return answer;
  const codes = context.pool.candidates.filter(({ kind, ranges }) => KINDS.has(kind) && ranges.length === 1);
  const isFound = ({ text }: Candidate) => Array.isArray(answer.value) && answer.value.some((value) => String(value) === text);
  const seeds = Array.isArray(answer.value) ? codes.filter(isFound) : codesUnderName(context, field, codes);
  const forms = new Set(seeds.map(({ text }) => formOf(text)));
  if (!seeds.length || forms.size !== 1 || forms.has(null)) return answer;
  const leftOf = (candidate: Candidate) => context.view.tokens[startOf(candidate)]?.left ?? 0;
  const found = new Map<string, Candidate>();
  for (const code of codes) {
    const isAlike = forms.has(formOf(code.text)) && seeds.some((seed) => Math.abs(leftOf(seed) - leftOf(code)) < ALIGNED);
    if (isAlike && !found.has(code.text)) found.set(code.text, code);
  }
  if (Array.isArray(answer.value) && found.size <= answer.value.length) return answer;
  const all = [...found.values()].sort((a, b) => startOf(a) - startOf(b));
  const value = all.map(({ text }) => text);
  return {
    value,
    text: value.join('; '),
    confidence: CONFIDENCE,
    evidence: all.flatMap(({ ranges, page }) => evidenceOf(context.view, ranges, page)),
    candidates: answer.candidates.filter((candidate) => !value.includes(String(candidate.value))),
    reason: 'codes of one form in a column',
  };
}

/** Codes right under headings a part of which is the field's name. */
function codesUnderName({ view, labels }: ExtractionContext, field: number, codes: readonly Candidate[]): Candidate[] {
  const headings = view.segments.filter(({ start, end }) => {
    if (end - start > HEADING) return false;
    for (let from = start; from < end; from++)
      for (let to = from + 1; to <= Math.min(end, from + NAME); to++) {
        const match = labels.match(from, to)[field];
        if (match && match.phrase >= 0.8 && match.unit >= 0.85) return true;
      }
    return false;
  });
  return codes.filter((code) => {
    const [first, last] = [view.tokens[startOf(code)], view.tokens[endOf(code) - 1]];
    if (!first || !last || formOf(code.text) === null) return false;
    return headings.some(
      ({ page, left, right, bottom }) =>
        page === code.page && first.top >= bottom - 0.2 && first.top - bottom < UNDER && first.left >= left - 1 && last.right <= right + 1,
    );
  });
}
