import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';

/** Confidence at most in one mention given for two fields that mean the same by their names: at least one of them means something else. */
const TWIN = 0.6;

/** Lowers the confidence in an amount that another field of the same meaning was given from the same mention ("amount_outstanding", "total_payable"). */
export function penaliseTwin(
  context: ExtractionContext,
  field: number,
  answer: ExtractedValue,
  answerOf: (field: number) => ExtractedValue | undefined,
): ExtractedValue {
  const { kind, concepts } = context.profiles[field] ?? {};
  const meaning = concepts?.[0]?.id;
  if (kind !== 'money' || !meaning || answer.value === null) return answer;
  const place = JSON.stringify(answer.evidence);
  const isShared = context.profiles.some(
    (other, at) =>
      at !== field && other.kind === kind && other.concepts[0]?.id === meaning && JSON.stringify(answerOf(at)?.evidence) === place,
  );
  return isShared && answer.confidence > TWIN ? { ...answer, confidence: TWIN } : answer;
}
