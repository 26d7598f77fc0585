import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import { startOf } from '../candidates/candidate.ts';
import { ledUpTo } from '../fallbacks/labels/answer-clause.ts';
import { isBare } from '../fallbacks/numbers/answer-own-date.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { keyOfTokens } from '../scoring/key-of-tokens.ts';
import { keyOfLabel } from '../terms/field-profile.ts';
import { publicCandidate } from '../values/build-value.ts';
import { neighbourOf } from '../view/document-view.ts';

/** Confidence at most in a day given for a number of something. */
const A_DAY = 0.4;
/** Confidence at most in a date that is called nothing but a date where the field asks for a day of another name. */
const UNSAID = 0.6;
/** Confidence at most in a number that is the beginning of a longer one. */
const CUT = 0.6;

/** Lowers the confidence of a value that its own form or place speaks against: a person sees it, whatever the scores say. */
export function penaliseValue(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  const profile = context.profiles[field];
  if (!profile || answer.value === null) return answer;
  const atMost = (most: number) => (answer.confidence > most ? { ...answer, confidence: most } : answer);
  if (profile.kind === 'identifier' && typeof answer.value === 'string' && parseDate(answer.value) !== null && !profile.tags.has('date'))
    return atMost(A_DAY);
  if (profile.kind === 'identifier' && isCut(context, answer)) return atMost(CUT);
  const led = ledUpTo(context, field);
  // The same words lead up to several values, of which one at most is meant.
  if (led.size > 1 && led.has(String(answer.value))) return atMost(1 / led.size);
  if (profile.kind !== 'date' || profile.phrases.some(({ families }) => keyOfLabel(families) === 'date')) return answer;
  const prints = context.pool.candidates.flatMap(({ kind, value }, index) => (kind === 'date' && value === answer.value ? [index] : []));
  return prints.length > 0 && prints.every((index) => isBare(context, index)) ? atMost(UNSAID) : answer;
}

/** Gap between the lines of one paragraph at most, in ems. */
const CLOSE = 0.6;

/** A number with the day of its document behind it: "4711/B vom 09.04.2026". */
const DATED = /^(\S*\d\S*)\s(?:vom|dated|of|du|del|van|from|de|em|dd\.?|z dnia)\s(.+)$/iu;

/** Takes the day of its document off a number. */
export function withoutDay(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  const [, number, day] = context.profiles[field]?.kind === 'identifier' ? (DATED.exec(String(answer.value)) ?? []) : [];
  if (!number || !day || parseDate(day) === null) return answer;
  const index = context.pool.candidates.findIndex(({ text }) => text === number);
  return index < 0 ? answer : { ...answer, ...publicCandidate(context, field, index, answer.confidence), value: number };
}

/** True for digits with further groups of digits right behind them, all the line has behind its label: "6310" of "6310 4477 02". */
function isCut(context: ExtractionContext, answer: ExtractedValue): boolean {
  if (!/^\d+$/.test(answer.text ?? '')) return false;
  return context.pool.candidates.some((candidate) => {
    if (candidate.text !== answer.text || candidate.ranges.length !== 1) return false;
    const segment = context.view.segments[candidate.segment];
    const end = candidate.ranges[0]?.[1] ?? 0;
    if (!segment || !keyOfTokens(context, segment.start, startOf(candidate))) return false;
    // A line that is too narrow goes on below.
    const below = neighbourOf(context.view, segment, 'below');
    const isBroken = below && below.top - segment.bottom < CLOSE && Math.abs(below.left - segment.left) < 0.5;
    const rest = end < segment.end ? segment : isBroken ? below : undefined;
    const tokens = rest ? context.view.tokens.slice(Math.max(end, rest.start), rest.end) : [];
    return tokens.length > 0 && tokens.every(({ text }) => /^\d{2,5}$/.test(text));
  });
}
