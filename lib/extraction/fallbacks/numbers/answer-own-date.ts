import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { namesOrganisation } from '../../candidates/names-organisation.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { keyOfTokens } from '../../scoring/key-of-tokens.ts';
import { asksForOwnDay } from '../../terms/document-names.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { textOfTokens } from '../../view/document-view.ts';
import { isPlaced } from '../labels/answer-clause.ts';

const ISSUED = /^(?:date|issue_date|date_of_issue|issued_on|reminder_date)$/;
/** How far down the first page the day of a letter stands at most, and from which labelness on a text says what stands beside it. */
const [HEAD, LABEL] = [0.45, 0.5];
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.6;

/**
 * The day a document was made, where that is called nothing but its date ("Date: 19/05/2026"), stands behind the place ("Braunschweig,
 * 11.06.2026"), or alone on its line at the head: the only such one. Null when the field asks for another day, or there are several.
 */
export function answerOwnDate(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.kind !== 'date') return null;
  const { name, label, description } = profile.field;
  if (!ISSUED.test(name) && ![name, label, description].some((text) => asksForOwnDay(text))) return null;
  for (const isOwn of [isBare, isPlaced, isAlone]) {
    const found = new Map<string, number>();
    context.pool.candidates.forEach(({ kind, value }, index) => {
      if (kind === 'date' && !found.has(String(value)) && isOwn(context, index)) found.set(String(value), index);
    });
    const [index] = found.values();
    if (index !== undefined && found.size === 1)
      return { ...publicCandidate(context, field, index, CONFIDENCE), candidates: [], reason: 'the only date that is called nothing else' };
  }
  return null;
}

/** True for a date behind, beside or under the word "date" and nothing else. */
export function isBare(context: ExtractionContext, index: number): boolean {
  const { inline, left, above } = context.around(index);
  const label = inline ?? left ?? above;
  return label !== null && label.end - label.start <= 3 && keyOfTokens(context, label.start, label.end) === 'date';
}

/** True for a date that is all of its line at the head of the first page, and that no label stands beside or over. */
function isAlone(context: ExtractionContext, index: number): boolean {
  const candidate = context.pool.candidates[index];
  const segment = context.view.segments[candidate?.segment ?? -1];
  const page = context.view.pages[0];
  const [start, end] = candidate?.ranges[0] ?? [-1, -1];
  if (!segment || !page || candidate?.page !== 0 || start !== segment.start || end !== segment.end) return false;
  const { left, above } = context.around(index);
  const isLabel = (found: { start: number; end: number } | null) =>
    found !== null &&
    context.labelnessOf(found.start, found.end) >= LABEL &&
    !namesOrganisation(textOfTokens(context.view, found.start, found.end));
  return segment.top < HEAD * page.height && !isLabel(left) && !isLabel(above);
}
