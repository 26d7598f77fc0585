import type { Candidate } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import type { FeatureWriter } from './feature-writer.ts';

/** What a candidate's value is among the other values of the document. */
export function writeValueFeatures(out: FeatureWriter, context: ExtractionContext, candidate: Candidate, index: number): void {
  const values = context.valueFacts[index];
  const { value } = candidate;
  out.set('strength', candidate.strength);
  out.set('currency', Boolean(candidate.currency));
  out.set('decimals', candidate.decimals ?? -1);
  out.set('negative', typeof value === 'number' && value < 0);
  out.set('zero', value === 0);
  out.set('integer_like', /^\d+$/.test(candidate.text));
  out.set('alternative', Boolean(candidate.alternative));
  out.set('repeats', Math.min(20, values?.repeats ?? 1));
  out.set('rank', values?.rank ?? 0);
  out.set('order', Math.min(50, values?.order ?? 0));
  out.set('distinct', Math.min(100, values?.distinct ?? 0));
  out.set('of_largest', values?.ofLargest ?? 0);
  out.set('is_sum', values?.isSum ?? 0);
  out.set('is_large_part', values?.isLargePart ?? 0);
  out.set('is_small_part', values?.isSmallPart ?? 0);
  out.set('is_column_sum', values?.isColumnSum ?? 0);
  out.set('rounded_beside', values?.roundedBeside ?? 0);
  out.set('whole_coins', typeof value === 'number' && Math.round(value * 100) % 5 === 0);
  const span = context.dateRange(index);
  out.set('range_start', span === 'start');
  out.set('range_end', span === 'end');
}
