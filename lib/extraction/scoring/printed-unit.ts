import { type Candidate, endOf } from '../candidates/candidate.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import { type Unit, unitBehind, unitOfWord } from '../terms/measures.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { ExtractionContext } from './extraction-context.ts';

/** Words behind a figure that a unit may consist of. */
const WORDS = 2;
/** Digits without any sign between them from which a figure is a number of something rather than a measure. */
const LONG = /^\d{9,}$/;

/** The unit printed right behind a figure (“8.40 kg”, “12%”, “36-month”); null for none. */
export function printedUnit({ tokens }: DocumentView, candidate: Candidate): Unit | null {
  if (candidate.kind === 'percent') return 'percent';
  if (candidate.kind !== 'amount') return null;
  const end = endOf(candidate);
  const last = tokens[end - 1];
  if (!last) return null;
  let rest = /\d(\D*)$/.exec(last.text)?.[1] ?? '';
  // Words after punctuation say nothing of the figure.
  if (/[,;:)\]]$/.test(rest)) return null;
  for (let at = end; at < end + WORDS && tokens[at]?.segment === last.segment; at++) rest += ` ${tokens[at]?.text}`;
  return unitBehind(rest);
}

/** The unit that text beside a figure says it is in (“Weight (kg)”); null for none. */
function labelledUnit(context: ExtractionContext, index: number): Unit | null {
  const { inline, left, above, tableHeader } = context.around(index);
  for (const label of [inline, left, above, tableHeader])
    for (let at = label?.start ?? 0; at < (label?.end ?? 0); at++) {
      const text = context.view.tokens[at]?.text ?? '';
      const unit = text.length > 1 && at > (label?.start ?? 0) ? unitOfWord(text) : null;
      if (unit) return unit;
    }
  return null;
}

/** True for a figure that is printed or labelled in the unit that a field asks for. */
export function isInAskedUnit(context: ExtractionContext, profile: FieldProfile, candidate: Candidate, index: number): boolean {
  if (!profile.unit) return false;
  return (printedUnit(context.view, candidate) ?? labelledUnit(context, index)) === profile.unit;
}

/**
 * True for a figure that is no measure in the unit that a field asks for: one with another unit or a currency, or a long run of digits.
 * False where the field asks for no unit.
 */
export function isOtherMeasure(context: ExtractionContext, profile: FieldProfile, candidate: Candidate): boolean {
  if (!profile.unit) return false;
  if (candidate.currency || LONG.test(candidate.text)) return true;
  const printed = printedUnit(context.view, candidate);
  return printed !== null && printed !== profile.unit;
}
