import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { parseCurrency } from '#lib/document/values/parse-currency.ts';
import { crownOf, isInCrowns } from '../candidates/crowns.ts';
import { entriesOf } from '../languages/languages.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { evidenceOf, nothingFound } from '../values/build-value.ts';
import { answerTickedOption } from './answer-choice.ts';
import { LABELLED, labelOfOption, type Sighting } from './label-of-option.ts';
import { optionsInOtherWords } from './options-in-other-words.ts';
import { isOfChoice } from './tick-questions.ts';

/** Confidence in the only currency a document prints. */
const ONLY_CURRENCY = 0.98;
/** Confidence at most in crowns that only "kr" says where nothing says of which country they are. */
const SOME_CROWNS = 0.5;
/**
 * Chance that a document has none of the options where none is printed: of 14 such fields on development sets and invented documents one had
 * none, the others said it in words of their own.
 */
const UNPRINTED = 0.15;
/** Confidence in what is ticked where something else is printed behind the field's label. */
const DOUBTFUL = 0.5;
/** Options for what is none of the others. */
const CATCH_ALL = new Set(entriesOf(({ catchAll }) => catchAll).map(textKey));
/** Longest option that is looked for, in tokens. */
const LONGEST = 8;

/**
 * Finds which option of an enum field a document shows: the one whose box is ticked, where they stand at boxes; else options printed
 * beside the field's label count most, then how often each is printed. Options that are currency codes are also recognised by their
 * signs. No sighting, no value.
 */
export function answerEnum(context: ExtractionContext, index: number): ExtractedValue {
  const profile = context.profiles[index];
  const options = profile?.field.enum ?? [];
  const own = [...printed(context, index, options), ...shortened(context, index, options), ...bySign(context, index, options)];
  const all = [...own, ...optionsInOtherWords(context, index, options, own)];
  const ticked = answerTickedOption(context, index);
  if (!ticked) return answerPrinted(context, options, all);
  // what is printed behind the field's label says the same, or is another answer
  const labelled = all.filter(({ start, score }) => score >= LABELLED && !isOfChoice(context, start));
  if (labelled.length === 0) return ticked;
  const written = answerPrinted(context, options, labelled);
  if (written.value === ticked.value) return ticked;
  if (ticked.value === null || ticked.confidence <= DOUBTFUL) return written;
  return { ...ticked, confidence: DOUBTFUL, candidates: [...ticked.candidates, { ...written, confidence: 1 - DOUBTFUL }] };
}

function answerPrinted(context: ExtractionContext, options: readonly string[], sightings: readonly Sighting[]): ExtractedValue {
  if (!sightings.length) return nothingFound('None of the options is printed in the document.', UNPRINTED);
  const totals = new Map<string, { sum: number; best: Sighting }>();
  for (const sighting of sightings) {
    const known = totals.get(sighting.option);
    if (!known) totals.set(sighting.option, { sum: sighting.score, best: sighting });
    else {
      known.sum += sighting.score;
      if (sighting.score > known.best.score) known.best = sighting;
    }
  }
  const ranked = [...totals.values()].sort((a, b) => b.best.score * 3 + Math.log1p(b.sum) - (a.best.score * 3 + Math.log1p(a.sum)));
  const most = ranked[0];
  if (!most) return nothingFound('None of the options is printed in the document.', UNPRINTED);
  const strength = (entry: { sum: number; best: Sighting }) => entry.best.score * 3 + Math.log1p(entry.sum);
  const share = strength(most) / ranked.reduce((sum, entry) => sum + strength(entry), 0);
  const isCurrency = options.every((option) => parseCurrency(option) === option);
  // Of a hundred documents that print one currency only, all were in that currency.
  const confidence =
    isCurrency && ranked.length === 1
      ? ONLY_CURRENCY
      : Math.min(ONLY_CURRENCY, (isCurrency ? 0.75 : 0.45) * share + 0.22 * Math.min(1, most.best.score));
  const texts = context.pool.streams.map((stream) => stream.text);
  const isOpen = isCurrency && most.best.sign && isInCrowns(textOf(context, most.best)) && crownOf(texts) === null;
  const candidate = ({ best }: { best: Sighting }, chance: number) => ({
    value: best.option,
    text: textOf(context, best),
    confidence: chance,
    evidence: evidenceOf(context.view, [[best.start, best.end]], best.page),
  });
  return {
    ...candidate(most, isOpen ? Math.min(confidence, SOME_CROWNS) : confidence),
    candidates: ranked
      .slice(1, 6)
      .map((entry) => candidate(entry, ((1 - confidence) * strength(entry)) / (strength(entry) + strength(most)))),
    reason: most.best.sign ? 'by the currency sign of the amounts' : 'printed in the document',
  };
}

function textOf(context: ExtractionContext, { start, end, page, option }: Sighting): string {
  return evidenceOf(context.view, [[start, end]], page)[0]?.text ?? option;
}

function printed(context: ExtractionContext, field: number, options: readonly string[]): Sighting[] {
  const { view } = context;
  const byKey = new Map(options.map((option) => [textKey(option), option]));
  const heads = new Set(options.map((option) => textKey(option.split(/\s+/)[0] ?? '')));
  const out: Sighting[] = [];
  const add = (option: string, start: number, end: number, page: number) => {
    const label = labelOfOption(context, field, start, end);
    // “Other” in a sentence is a word like any other.
    if (label >= LABELLED || !CATCH_ALL.has(textKey(option))) out.push({ option, start, end, page, score: 0.15 + label, sign: false });
  };
  for (let start = 0; start < view.tokens.length && out.length < 2000; start++) {
    const token = view.tokens[start];
    if (!token?.key || ![...heads].some((head) => head.startsWith(token.key) || token.key.startsWith(head))) continue;
    let key = '';
    for (let end = start + 1; end <= Math.min(view.tokens.length, start + LONGEST); end++) {
      const next = view.tokens[end - 1];
      if (!next || next.segment !== token.segment) break;
      key += next.key;
      const option = byKey.get(key);
      // A short option in lower case is more likely a word of a sentence.
      if (
        option &&
        !(option.length <= 3 && option === option.toUpperCase() && view.tokens[start]?.text !== view.tokens[start]?.text.toUpperCase())
      )
        add(option, start, end, token.page);
    }
  }
  return out;
}

/** Letters behind the field's label that begin one of the options ("Sex: F"). */
function shortened(context: ExtractionContext, field: number, options: readonly string[]): Sighting[] {
  const keys = options.map((option) => ({ option, key: textKey(option) }));
  return context.view.tokens.flatMap(({ key, page }, start) => {
    if (!/^\p{L}{1,4}$/u.test(key)) return [];
    const begun = keys.filter((entry) => entry.key.startsWith(key));
    const [only] = begun;
    if (!only || begun.length > 1 || only.key === key) return [];
    const label = labelOfOption(context, field, start, start + 1);
    return label >= LABELLED ? [{ option: only.option, start, end: start + 1, page, score: label, sign: false }] : [];
  });
}

function bySign(context: ExtractionContext, field: number, options: readonly string[]): Sighting[] {
  const codes = new Map(
    options.flatMap((option) => (parseCurrency(option) === option.toUpperCase() ? [[option.toUpperCase(), option] as const] : [])),
  );
  if (!codes.size || field < 0) return [];
  return context.pool.candidates.flatMap((candidate) => {
    const option = candidate.currency ? codes.get(candidate.currency) : undefined;
    const range = candidate.ranges[0];
    return option && range ? [{ option, start: range[0], end: range[1], page: candidate.page, score: 0.12, sign: true }] : [];
  });
}
