import type { Box } from '#lib/contract/service/box.ts';
import type { Evidence, ExtractedValue, Candidate as PublicCandidate } from '#lib/contract/service/extraction.ts';
import { union } from '#lib/document/geometry/box.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { parseBoolean } from '#lib/document/values/parse-boolean.ts';
import { parseCurrency } from '#lib/document/values/parse-currency.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { evidenceOf, nothingFound } from '../values/build-value.ts';
import { textOfTokens } from '../view/document-view.ts';
import { optionOf } from './option-of.ts';
import { findTickQuestions, type Offer, type TickQuestion, type ValueReader } from './tick-questions.ts';

/** How well a question must name the field for its boxes to answer it, and the same for “yes” and “no”. */
const [NAMED, ASKED] = [0.5, 0.3];
/** So much worse (0 to 1) another question must be named for there to be no doubt. */
const CLEAR = 0.05;
/** Confidence in what is ticked, where the question names the field somewhat, and where something else may be meant. */
const [TICKED, SOMEWHAT, DOUBTFUL] = [0.97, 0.75, 0.5];
/** Confidence that nothing is said where all values have a box and none is ticked, and where another one may be. */
const [UNTICKED, UNKNOWN] = [0.85, 0.3];

/** Which option of an enum field is ticked; null where no boxes offer its options. */
export function answerTickedOption(context: ExtractionContext, field: number): ExtractedValue | null {
  const options = context.profiles[field]?.field.enum ?? [];
  const keys = new Set(options.map(textKey));
  const reader = { read: (words: string) => optionOf(words, options), isExact: (words: string) => keys.has(textKey(words)) };
  const isYesNo = options.filter((option) => parseBoolean(option) !== null).length > 1;
  const isCurrency = options.some((option) => parseCurrency(option) === option);
  const questions = findTickQuestions(context, field, reader);
  const least = isYesNo ? ASKED : NAMED;
  const named = questions.filter(({ asked, count, offers }) => asked >= least && (count > 1 || offers.every(({ isExact }) => isExact)));
  if (named.length > 0) return answerQuestions(context, named, options.length);
  if (isYesNo || isCurrency) return null;
  // nothing says what is asked, and the boxes offer the field's options and nothing else
  const only = questions.filter(
    ({ group, offers, count }) =>
      count > 1 && count >= options.length - 1 && offers.length === group.choices.length && offers.every(({ isExact }) => isExact),
  );
  const answer = only.length > 0 ? answerQuestions(context, only, options.length) : null;
  return answer && { ...answer, confidence: Math.min(DOUBTFUL, answer.confidence) };
}

const YES_NO: ValueReader = {
  read: (words) => parseBoolean(words.replace(/[.,;:!]+$/, '')),
  isExact: (words) => words.length > 1 && parseBoolean(words) !== null,
};

/** Whether “yes” or “no” is ticked behind the question that names a field; null where no boxes offer both. */
export function answerYesNoBoxes(context: ExtractionContext, field: number): ExtractedValue | null {
  const named = findTickQuestions(context, field, YES_NO).filter(({ asked, count }) => asked >= ASKED && count > 1);
  return named.length > 0 ? answerQuestions(context, named, 2) : null;
}

/** @param values how many values the field can have */
function answerQuestions(context: ExtractionContext, questions: TickQuestion[], values: number): ExtractedValue {
  const sorted = questions.sort((a, b) => b.asked - a.asked || b.count - a.count);
  const best = sorted[0] as TickQuestion;
  const alike = sorted.filter(({ asked, count }) => asked > best.asked - CLEAR && count >= best.count);
  const ticked = alike.flatMap(({ offers }) => offers.filter(({ choice }) => choice.tick.ticked));
  const [chosen] = ticked;
  if (!chosen) {
    const other = best.group.choices.find(({ tick, start, end }) => tick.ticked && end > start);
    const words = other && textOfTokens(context.view, other.start, other.end);
    if (words) return nothingFound(`“${words}” is ticked, which is none of the values asked for.`, UNKNOWN);
    return nothingFound('None of the boxes is ticked.', best.count >= values && best.asked >= NAMED ? UNTICKED : UNKNOWN);
  }
  const others = ticked.filter(({ value }) => value !== chosen.value);
  const certainty = others.length > 0 ? DOUBTFUL : best.asked >= NAMED ? TICKED : SOMEWHAT;
  const confidence = certainty * chosen.choice.tick.confidence;
  return {
    ...shown(context, chosen, confidence),
    candidates: others.slice(0, 5).map((other) => shown(context, other, (1 - confidence) / others.length)),
    reason: 'its box is ticked',
  };
}

function shown(context: ExtractionContext, { choice, value }: Offer, confidence: number): PublicCandidate {
  const { tick, start, end } = choice;
  const page = context.view.pages[tick.page];
  const box: Box = page
    ? [tick.left / page.width, tick.top / page.height, tick.right / page.width, tick.bottom / page.height]
    : [0, 0, 0, 0];
  const text = textOfTokens(context.view, start, end);
  const evidence = evidenceOf(context.view, [[start, end]], tick.page).map(
    (place): Evidence => ({ ...place, box: place.box ? union(place.box, box) : box }),
  );
  return { value, text, confidence, evidence };
}
