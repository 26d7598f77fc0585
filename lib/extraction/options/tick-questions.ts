import type { Value } from '#lib/contract/service/extraction.ts';
import { findTickGroups, type TickChoice, type TickGroup } from '../relations/tick-groups.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { NO_MATCH } from '../terms/label-index.ts';
import { textOfTokens } from '../view/document-view.ts';
import { tickScore } from './answer-tick.ts';
import { isTurned } from './is-turned.ts';

/** A box that stands for a value of a field; `isExact`: its words say that value and nothing else. */
export type Offer = { choice: TickChoice; value: Exclude<Value, null>; isExact: boolean };
/** Boxes that offer values of a field: how many different ones, and how well the words around them name the field, 0 to 1. */
export type TickQuestion = { group: TickGroup; offers: Offer[]; count: number; asked: number };
/** How the values of a field are read from words. */
export type ValueReader = { read: (words: string) => Exclude<Value, null> | null; isExact: (words: string) => boolean };

/** From which chance on two meanings are the same. */
const MEANT = 0.6;
/** So much better (0 to 1) another field of the type must be named for the question to be its. */
const CLEAR = 0.05;

const memory = new WeakMap<ExtractionContext, TickGroup[]>();

function tickGroupsOf(context: ExtractionContext): readonly TickGroup[] {
  const known = memory.get(context) ?? findTickGroups(context.view, context.pool.ticks, context.grid);
  memory.set(context, known);
  return known;
}

/** Whether a token is a part of the words of a box. */
export function isOfChoice(context: ExtractionContext, token: number): boolean {
  return tickGroupsOf(context).some(({ choices }) => choices.some(({ start, end }) => start <= token && token < end));
}

/**
 * Questions whose boxes offer values of a field, each box in one of them. Of words behind boxes and words before them those are taken that
 * offer more of the values.
 */
export function findTickQuestions(context: ExtractionContext, field: number, reader: ValueReader): TickQuestion[] {
  const groups = tickGroupsOf(context);
  const found = groups
    .flatMap((group): TickQuestion[] => {
      const offers = group.choices.flatMap((choice, at) => offerOf(context, group, choice, at, reader) ?? []);
      const count = new Set(offers.map(({ value }) => value)).size;
      // a mark in a list or a formula is no answer
      const isMarkOnly = offers.some(({ choice }) => choice.tick.isBare) && group.choices.every(({ tick }) => tick.ticked);
      return count === 0 || isMarkOnly ? [] : [{ group, offers, count, asked: askedBy(context, field, group, reader) }];
    })
    .sort((a, b) => b.count - a.count || Number(b.group.isLikely) - Number(a.group.isLikely) || b.asked - a.asked);
  const used = new Set<TickChoice['tick']>();
  return found.flatMap((question) => {
    const [first] = question.offers;
    if (!first || question.offers.some(({ choice }) => used.has(choice.tick))) return [];
    for (const { tick } of question.group.choices) used.add(tick);
    const begins = groups.filter(({ choices }) => choices[0]?.tick === question.group.choices[0]?.tick);
    const asked = Math.max(question.asked, ...begins.map((group) => askedBy(context, field, group, reader)));
    return [{ ...question, asked }];
  });
}

function offerOf(
  context: ExtractionContext,
  { side }: TickGroup,
  choice: TickChoice,
  at: number,
  { read, isExact }: ValueReader,
): Offer | null {
  const { start, end } = choice;
  // “Insured yes ☐ no ☒”: the first words begin with the question
  const starts = side === 'before' && at === 0 ? range(start, end) : range(start, end).slice(0, 1);
  for (const from of starts) {
    const words = textOfTokens(context.view, from, end);
    const value = read(words);
    if (value !== null) return { choice, value, isExact: isExact(words) };
  }
  return null;
}

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);

/**
 * How well the words beside and over a group of boxes name a field, 0 to 1. Words that hold a value of the field are an answer of their own,
 * and ask nothing; those that name another field of the type better, or the opposite of the field, ask something else.
 */
function askedBy(context: ExtractionContext, field: number, { side, choices, labels }: TickGroup, { isExact }: ValueReader): number {
  const scores = new Float32Array(context.profiles.length);
  const raise = (index: number, score: number) => {
    if (score > (scores[index] ?? 0)) scores[index] = score;
  };
  const [first] = choices;
  // “Sex male ☐ female ☒”: the first box's words begin with the question
  const own = side === 'before' && first && first.end > first.start ? [{ start: first.start, end: first.end, weight: 1 }] : [];
  const isAnswer = ({ start, end }: { start: number; end: number }) =>
    range(start, end).some((from) => isExact(textOfTokens(context.view, from, end).replace(/[.,;]$/, '')));
  for (const { start, end, weight } of [...labels.filter((label) => !isAnswer(label)), ...own]) {
    if (isTurned(context, field, start, end)) continue;
    context.labels.match(start, end).forEach((match, index) => {
      raise(index, tickScore(match ?? NO_MATCH) * weight);
    });
    context.meaningOf(start, end).forEach((meaning, index) => {
      const chance = meaning?.chance ?? 0;
      if (chance >= MEANT) raise(index, chance * weight);
    });
  }
  for (const { tick } of choices)
    if (tick.label)
      context.namedBy([tick.label]).forEach((score, index) => {
        raise(index, score);
      });
  const asked = scores[field] ?? 0;
  const { type } = context.profiles[field]?.field ?? {};
  const isRivalled = context.profiles.some((profile, other) => profile.field.type === type && (scores[other] ?? 0) > asked + CLEAR);
  return isRivalled ? 0 : asked;
}
