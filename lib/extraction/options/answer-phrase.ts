import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf } from '../languages/languages.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { evidenceOf } from '../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../view/document-view.ts';
import {
  ASKS_COURT,
  ASKS_TERMS,
  BEHIND_PLACE,
  CLAUSE_QUESTIONS,
  COURTS,
  NEGATIONS,
  NO_PLACE,
  OF_COMPLAINTS,
  OF_PAYING,
  OF_TERMS,
  PAYMENT_TERMS,
  UNTURNED,
} from './clause-phrases.ts';

/** “Net” and a number alone. */
const BARE_NET = /^net\s?\d+$/i;
/** Phrases of one kind in a document at most; those further behind add nothing. */
const MOST = 500;
/** Characters of a sentence on each side of a phrase at most. */
const SENTENCE = 400;
/** Where a sentence ends: a stop before a new one, or another column or paragraph. */
const STOP = new RegExp(
  `(?<!(?<!\\p{L})(?:${anyOf(({ littleWords }) => littleWords?.abbreviations)}))[.!?;](?=\\s+[\\p{Lu}\\d(§]|\\s*$)|\\t+(?!\\p{Ll}|\\t)`,
  'giu',
);
/** Characters around a phrase that are looked at. */
const AROUND = 90;
/** Set by hand: a person is shown the value. */
const [SAID, CONTRADICTED] = [0.7, 0.5];

/** Kinds of fields whose values are words. */
const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'place', 'duration']);

type Found = { page: number; start: number; end: number; text: string; sentence: [before: string, after: string] };

/**
 * What the clauses of a document say in set phrases of its language: yes or no ("verlängert sich jeweils um ein Jahr"), the place whose
 * courts decide ("Gerichtsstand ist Nürnberg"), when is to be paid ("2/10 Net 30", "zahlbar innerhalb 14 Tagen"). Null when the
 * field asks for none of it or no such phrase is printed.
 */
export function answerPhrase(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  const own = profile?.field;
  if (!profile || !own) return null;
  // The label is what a person is asked; the name counts where there is none.
  const asked = foldText(own.label || own.name.replaceAll('_', ' '));
  if (own.type === 'boolean') return answerQuestion(context, asked);
  if (own.type !== 'string' || !TEXTS.has(profile.kind)) return null;
  const names = [asked, foldText(own.name.replaceAll('_', ' '))];
  if (names.some((name) => ASKS_COURT.test(name))) return single(context, findCourts(context), 'stands behind words that name the courts');
  if (!names.some((name) => ASKS_TERMS.test(name))) return null;
  const terms = find(context, PAYMENT_TERMS).find((one) => isOfPaying(context, one));
  return single(context, terms ? [terms] : [], 'says when is to be paid');
}

function findCourts(context: ExtractionContext): Found[] {
  return find(context, COURTS).flatMap((one) => (NO_PLACE.test(one.text) ? [] : [{ ...one, text: one.text.replace(BEHIND_PLACE, '') }]));
}

/** True for a phrase in whose sentence something turns it round or rules it out, conditions apart. */
function isTurned({ sentence: [before, after] }: Found): boolean {
  return NEGATIONS.test(`${before} , ${after}`.replace(UNTURNED, ' '));
}

function answerQuestion(context: ExtractionContext, asked: string): ExtractedValue | null {
  for (const { asks, no, yes } of CLAUSE_QUESTIONS) {
    if (!asks.test(asked)) continue;
    const denied = find(context, no);
    const spoken = find(context, yes).filter(
      ({ page, start, end }) => !denied.some((other) => page === other.page && start < other.end && other.start < end),
    );
    const said = spoken.filter((one) => !isTurned(one));
    const [best, value] = denied[0] ? ([denied[0], false] as const) : ([said[0], true] as const);
    if (!best) return null;
    const evidence = evidenceOf(context.view, [[best.start, best.end]], best.page);
    const confidence = (denied.length && said.length) || said.length < spoken.length ? CONTRADICTED : SAID;
    return { value, text: best.text, confidence, evidence, candidates: [], reason: `the document says “${best.text.slice(0, 60)}”` };
  }
  return null;
}

/** The only value of phrases that were found; null for none, or for several that differ. */
function single(context: ExtractionContext, found: readonly Found[], reason: string): ExtractedValue | null {
  const [best] = found;
  if (!best || new Set(found.map(({ text }) => foldText(text))).size > 1) return null;
  const evidence = evidenceOf(context.view, [[best.start, best.end]], best.page);
  return { value: best.text, text: best.text, confidence: SAID, evidence, candidates: [], reason };
}

/** Where phrases stand (their first group where they have one), in reading order; of those that overlap the longest. */
function find(context: ExtractionContext, patterns: readonly RegExp[]): Found[] {
  const found: Found[] = [];
  for (const [page, { text, tokensAt }] of context.pool.streams.entries()) {
    if (found.length >= MOST) break;
    const plain = text.replace(/\n/g, ' ');
    for (const pattern of patterns)
      for (const match of plain.matchAll(pattern)) {
        const value = match[1] ?? match[0];
        const at = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
        const [start, end] = tokensAt(at, at + value.length);
        const words = textOfTokens(context.view, start, end).replace(/^[("„“]+|[.,;:)"“”]+$/g, '');
        found.push({ page, start, end, text: words, sentence: sentenceAround(plain, match.index, match.index + match[0].length) });
      }
  }
  found.sort((a, b) => a.page - b.page || a.start - b.start || b.end - a.end);
  let [page, reached] = [-1, -1];
  return found.filter((one) => {
    if (one.page === page && one.end <= reached) return false;
    [page, reached] = [one.page, one.end];
    return true;
  });
}

/** What stands before and behind a place in its sentence. */
function sentenceAround(text: string, from: number, to: number): [string, string] {
  const before =
    text
      .slice(Math.max(0, from - SENTENCE), from)
      .split(STOP)
      .at(-1) ?? '';
  const after = text.slice(to, to + SENTENCE).split(STOP)[0] ?? '';
  return [before, after];
}

/** True where something around speaks of paying, or the label beside it is one of terms, and the sentence is not about complaints. */
function isOfPaying(context: ExtractionContext, { page, start, end, text, sentence }: Found): boolean {
  if (sentence.some((part) => OF_COMPLAINTS.test(part))) return false;
  const { view } = context;
  const segment = view.segments[view.tokens[start]?.segment ?? -1];
  const left = neighbourOf(view, segment, 'left');
  const above = neighbourOf(view, segment, 'above');
  const beside = [left, above].map((label) =>
    label && label.page === page ? textOfTokens(view, label.start, label.end).slice(0, AROUND) : '',
  );
  const around = textOfTokens(view, Math.max(segment?.start ?? start, start - 12), Math.min(view.tokens.length, end + 6));
  const words = BARE_NET.test(text) ? OF_TERMS : OF_PAYING;
  return [around, ...beside].some((part) => words.test(part));
}
