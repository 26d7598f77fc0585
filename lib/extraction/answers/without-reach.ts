import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { addressLikeness } from '../candidates/text-likeness.ts';
import { anyOf } from '../languages/languages.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { evidenceOf } from '../values/build-value.ts';
import { textOfTokens } from '../view/document-view.ts';

/** Signs that part what is printed on one line, with their spaces. */
const PARTING = /\s+[·•|]\s+/;
const SIGN = /^[·•|]$/;
/** What stands beside an address and is none of it, by its usual names. */
const BESIDE = new RegExp(`[:@]|(?<!\\p{L})(?:${anyOf(({ addresses }) => addresses?.beside)})(?!\\p{L})`, 'iu');
/** A telephone number at the end of a text: ten digits and more, or nine of which the first is a nought or has a plus. No postcode is so long. */
const PHONE = /[,;]?\s+(?:\(?\d{3}\)?[-. /]\d{3}[-. /]\d{4}|[+0][\d ()./-]{8,}\d)$/u;

/** True for a part of a line that is of an address: “14 Mill Lane”, “Elmford”, and not “01632 960 457” or “open all day”. */
function isOfAddress(part: string): boolean {
  return (
    !BESIDE.test(part) && !PHONE.test(` ${part}`) && (addressLikeness(part) > 0 || /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.test(part))
  );
}

/**
 * An address without what is printed behind it: telephone numbers, and what follows a dot or stroke on its line and is no address (“1 Mill Lane,
 * Elmford · 01632 960 457 · open daily”). Other fields' answers stay.
 */
export function withoutReach(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  if (context.profiles[field]?.kind !== 'address' || typeof answer.value !== 'string' || !answer.text) return answer;
  const parts = answer.text.split(PARTING);
  const kept = [parts[0] ?? ''];
  for (const part of parts.slice(1)) {
    if (!isOfAddress(part)) break;
    kept.push(part);
  }
  const whole = kept.join(' · ').replace(PHONE, '');
  const isWhole = kept.length === parts.length && whole === kept.join(' · ');
  if (isWhole || addressLikeness(whole) === 0) return answer;
  const text = answer.text.slice(0, whole.length);
  const evidence = printOf(context, answer.text, text.length);
  return { ...answer, value: kept.length > 1 ? whole.replaceAll(' · ', ', ') : text, text, ...(evidence ? { evidence } : {}) };
}

/** Where the first letters of a candidate's text are printed; null where no candidate has it. */
function printOf({ view, pool }: ExtractionContext, whole: string, length: number): ExtractedValue['evidence'] | null {
  const candidate = pool.candidates.find(({ text }) => text === whole);
  if (!candidate) return null;
  let done = 0;
  const ranges = candidate.ranges.flatMap(([start, end]): [number, number][] => {
    let to = start;
    while (to < end && done + textOfTokens(view, start, to + 1).length <= length + 1) to++;
    done += textOfTokens(view, start, end).length + 1;
    while (to > start && SIGN.test(view.tokens[to - 1]?.text ?? '')) to--;
    return to > start ? [[start, to]] : [];
  });
  return ranges.length ? evidenceOf(view, ranges, candidate.page) : null;
}
