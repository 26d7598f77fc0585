import type { Candidate, ExtractedValue, Support, Value } from '#lib/contract/service/extraction.ts';
import { textKey } from '../values/fold-text.ts';
import { isSameValue } from '../values/read-cell-text.ts';

/** Confidence from which on another value of the engine speaks against a value, and against there being none. */
const [SPEAKS_AGAINST, SPEAKS_AGAINST_NOTHING] = [0.5, 0.85];
/** Share of a longer text that a shorter one must be to mean the same thing (“Mr. Jane Roe”, “Jane Roe”). */
const MOST_OF_IT = 0.5;

/**
 * A value with the support that it has, where its deployment said no confidence; another value of the engine becomes the
 * first candidate. Other values stay as they are.
 * @param other what the desk's own engine found for the field; null where it did not run or has no such row
 * @param isExpected whether the value stands beside the field's name, or in its row
 */
export function judgeSupport(answer: ExtractedValue, other: ExtractedValue | null, isExpected: () => boolean): ExtractedValue {
  if (!answer.support) return answer;
  const support = supportOf(answer, other, isExpected);
  if (support !== 'differs' || !other) return { ...answer, support };
  // what a service was not asked for, or does not know, it did not get wrong: the engine's value is only offered
  const judged = answer.absent ? 'alone' : support;
  const { value, text, confidence, evidence } = other;
  const theirs: Candidate = { value, text, confidence, evidence, reason: 'The desk’s own engine reads this.' };
  return { ...answer, support: judged, candidates: [theirs, ...answer.candidates.filter((one) => !isSameValue(one.value, value))] };
}

function supportOf(answer: ExtractedValue, other: ExtractedValue | null, isExpected: () => boolean): Support {
  // a value that could not be read as the field's type has a text all the same
  const isNothing = answer.value === null && answer.text === null;
  if (other && isSameValue(answer.value, other.value)) return isNothing || answer.value !== null ? 'agrees' : 'alone';
  if (other && isPartOf(answer.value, other.value)) return 'labelled';
  const least = isNothing ? SPEAKS_AGAINST_NOTHING : SPEAKS_AGAINST;
  if (other && other.value !== null && other.confidence >= least) return 'differs';
  return answer.value !== null && isExpected() ? 'labelled' : 'alone';
}

/** True for texts of which one is the larger part of the other. Only whole words may be missing, and none with a digit. */
function isPartOf(one: Value, two: Value): boolean {
  if (typeof one !== 'string' || typeof two !== 'string') return false;
  const [short = [], long = []] = [wordsOf(one), wordsOf(two)].sort((a, b) => a.length - b.length);
  const at = ` ${long.join(' ')} `.indexOf(` ${short.join(' ')} `);
  if (short.length === 0 || at < 0 || short.join('').length < long.join('').length * MOST_OF_IT) return false;
  return !/\d/.test(` ${long.join(' ')} `.replace(` ${short.join(' ')} `, ' '));
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).map(textKey).filter(Boolean);
}
