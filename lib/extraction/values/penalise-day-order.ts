import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';

/** Confidence at most in a date whose day and month could be swapped, where nothing in the document says which comes first. */
export const EITHER = 0.6;
/** What the other reading is worth beside it. */
const OTHER = 0.3;

/** Doubts a date of which the document does not say whether day or month comes first, and offers the other reading beside it. */
export function penaliseDayOrder(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  if (context.pool.locale.isOrderKnown || context.profiles[field]?.kind !== 'date' || answer.value === null) return answer;
  const read = context.pool.candidates.find(
    ({ kind, value, text, alternative }) => kind === 'date' && alternative && value === answer.value && text === answer.text,
  );
  // With dots between them the day is first everywhere.
  if (!read?.alternative || parseDate(read.text, 'dmy') === parseDate(read.text, 'mdy')) return answer;
  const { evidence, text, candidates } = answer;
  const other = { value: read.alternative, text, confidence: OTHER, evidence, reason: 'with day and month the other way round' };
  return {
    ...answer,
    confidence: Math.min(EITHER, answer.confidence),
    candidates: [other, ...candidates.filter(({ value }) => value !== read.alternative)].slice(0, 5),
  };
}
