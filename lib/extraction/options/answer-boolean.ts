import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { parseBoolean } from '#lib/document/values/parse-boolean.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { keyOfTokens } from '../scoring/key-of-tokens.ts';
import { evidenceOf } from '../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import { answerYesNoBoxes } from './answer-choice.ts';
import { answerPhrase } from './answer-phrase.ts';
import { answerTick } from './answer-tick.ts';
import { isTurned } from './is-turned.ts';
import { isOfChoice } from './tick-questions.ts';

/** Words of a label and of the answer behind it at most. */
const [LABEL_WORDS, ANSWER_WORDS] = [8, 4];
/** How much of the field's name a label must say, and how much of the label the name must be. */
const [COVER, UNIT] = [0.8, 0.5];
/** An answer stands this close under its label at most (ems). */
const UNDER = 1.3;
/** Confidence in an answer behind the owner's own label, behind one like it, under one, and when two answers differ. */
const [NAMED, LIKE, BELOW, DIFFERING] = [0.97, 0.88, 0.8, 0.5];
/** Marks and digits that say yes or no in a form, but not in running text. */
const TOO_SHORT = /^(?:[01sox]|\(\)|\[\])$/i;

type Answer = { value: boolean; start: number; end: number; page: number; confidence: number; label: string; score: number };

/**
 * Reads a yes/no field: from the box that is ticked, from the word behind its label ("Insured: Yes", "Bezahlt? nein"), or from what a
 * clause says.
 */
export function answerBoolean(context: ExtractionContext, field: number): ExtractedValue {
  const chosen = answerYesNoBoxes(context, field);
  const written = findWritten(context, field).filter(({ start }) => !isOfChoice(context, start));
  const best = written[0];
  // what is written behind the field's own label goes before boxes that are named like it, or that nobody ticked
  if (chosen && !(best && (chosen.value === null || best.confidence > chosen.confidence))) return chosen;
  const ticked = answerTick(context, field);
  if (!best && ticked.value === null) return answerPhrase(context, field) ?? ticked;
  if (!best || (ticked.value !== null && ticked.confidence >= best.confidence)) return ticked;
  const other = written.find(({ value }) => value !== best.value);
  const shown = (answer: Answer, confidence: number) => ({
    value: answer.value,
    text: textOfTokens(context.view, answer.start, answer.end),
    confidence,
    evidence: evidenceOf(context.view, [[answer.start, answer.end]], answer.page),
    reason: `stands behind “${answer.label.slice(0, 60)}”`,
  });
  return {
    ...shown(best, other ? DIFFERING : best.confidence),
    candidates: other ? [shown(other, 1 - DIFFERING)] : [],
  };
}

/** Answers behind labels that name the field, best first. */
function findWritten(context: ExtractionContext, field: number): Answer[] {
  const found: Answer[] = [];
  for (const segment of context.view.segments) {
    for (let end = segment.start + 1; end <= Math.min(segment.end, segment.start + LABEL_WORDS); end++) {
      const matches = context.labels.match(segment.start, end);
      const match = matches[field];
      if (!match || match.phrase < COVER || match.unit < UNIT || isRivalled(context, field, segment.start, end)) continue;
      if (isTurned(context, field, segment.start, end)) continue;
      const answer = end < segment.end ? readAnswer(context, end, segment.end) : beside(context, segment);
      if (!answer) continue;
      const label = textOfTokens(context.view, segment.start, end);
      const isOwn = context.profiles[field]?.ownLabels.has(keyOfTokens(context, segment.start, end)) ?? false;
      const isMarked = /[:?=]$/.test(label) || end === segment.end;
      if (!isMarked && !isOwn) continue;
      const confidence = answer.isBelow ? BELOW : isOwn ? NAMED : LIKE;
      found.push({ ...answer, confidence, label, score: match.score });
    }
  }
  return found.sort((a, b) => b.confidence - a.confidence || b.score - a.score);
}

/** True when another field of yes and no is named at least as well by the same words. */
function isRivalled(context: ExtractionContext, field: number, start: number, end: number): boolean {
  const matches = context.labels.match(start, end);
  const own = matches[field]?.score ?? 0;
  return context.profiles.some(
    (profile, other) => other !== field && profile.kind === 'boolean' && (matches[other]?.score ?? 0) > own + 0.02,
  );
}

type Read = Pick<Answer, 'value' | 'start' | 'end' | 'page'> & { isBelow?: boolean };

/** The answer on the line of a label that is a segment of its own, or right under it. */
function beside(context: ExtractionContext, label: Segment): Read | null {
  const { view } = context;
  const right = neighbourOf(view, label, 'right');
  if (right) return readAnswer(context, right.start, right.end);
  const below = neighbourOf(view, label, 'below');
  if (!below || below.page !== label.page || below.top - label.bottom > UNDER) return null;
  const answer = readAnswer(context, below.start, below.end);
  return answer && { ...answer, isBelow: true };
}

/** Yes or no as all that tokens `start` to `end` say, or as their first word before a remark ("no, see below"). */
function readAnswer(context: ExtractionContext, start: number, end: number): Read | null {
  let from = start;
  while (from < end && /^[:=?–—.-]+$/.test(context.view.tokens[from]?.text ?? '')) from++;
  const page = context.view.tokens[from]?.page;
  if (from >= end || page === undefined) return null;
  const whole = end - from <= ANSWER_WORDS ? textOfTokens(context.view, from, end).replace(/[.,;!]+$/, '') : '';
  const first = context.view.tokens[from]?.text ?? '';
  const isRemarked = /[,;.!]$/.test(first) || /^[,;(–—-]/.test(context.view.tokens[from + 1]?.text ?? '');
  for (const [text, to] of [
    [whole, end],
    [isRemarked ? first.replace(/[,;.!]+$/, '') : '', from + 1],
  ] as const) {
    const value = text && !TOO_SHORT.test(text) ? parseBoolean(text) : null;
    if (value !== null) return { value, start: from, end: to, page };
  }
  return null;
}
