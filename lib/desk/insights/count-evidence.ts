import type { JudgedValue } from '#lib/document/review/judge-values.ts';
import { CONFIDENCE_MEASURE, confidenceClassOf, type Measures } from './counts.ts';

/** How often a field in which nothing was found was rightly empty, and how often not. */
export const EMPTY_RIGHT = 'empty:right';
export const EMPTY_WRONG = 'empty:wrong';

/**
 * What one decided document says of fields that may pass without a person, by field: at most one observation of what was found, in the
 * class of its lowest confidence, and one of what was empty. The cells of a column go wrong together, so a column of a document is one
 * observation too, wrong as soon as one of its cells is, or a row was added. Fields with a flag say nothing: they never pass. Nor do those
 * without a confidence.
 * @param options.isRejected nothing of the document was to be approved: every observation is a wrong one
 */
export function countEvidence(judged: readonly JudgedValue[], { isRejected = false } = {}): Record<string, Measures> {
  const found = new Map<string, Measures>();
  for (const [field, values] of groupByField(judged)) {
    if (values.some(({ reasons }) => reasons.length > 0)) continue;
    const filled = values.filter(({ verdict, isAdded }) => !isAdded && verdict !== 'missed' && verdict !== 'absent');
    const empty = values.filter(({ verdict, isAdded }) => !isAdded && (verdict === 'missed' || verdict === 'absent'));
    const known = filled.flatMap(({ confidence }) => confidence ?? []);
    const measures: Measures = {};
    if (filled.length > 0 && known.length === filled.length) {
      const isWrong = isRejected || values.some(({ verdict }) => verdict !== 'right' && verdict !== 'absent');
      measures[`${CONFIDENCE_MEASURE}:${confidenceClassOf(Math.min(...known))}:${isWrong ? 'wrong' : 'right'}`] = 1;
    }
    if (empty.length > 0) measures[isRejected || empty.some(({ verdict }) => verdict === 'missed') ? EMPTY_WRONG : EMPTY_RIGHT] = 1;
    if (Object.keys(measures).length > 0) found.set(field, measures);
  }
  return Object.fromEntries(found);
}

function groupByField(judged: readonly JudgedValue[]): Map<string, JudgedValue[]> {
  const groups = new Map<string, JudgedValue[]>();
  for (const value of judged) {
    const group = groups.get(value.field);
    if (group) group.push(value);
    else groups.set(value.field, [value]);
  }
  return groups;
}
