import type { ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import type { Candidate, CandidateKind } from '../candidates/candidate.ts';
import { stateOfCode } from '../recognisers/issuing-states.ts';
import type { Proof } from '../recognisers/recognised-value.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { STATED } from '../scoring/short-list.ts';
import { publicCandidate } from '../values/build-value.ts';
import { preserveAlternatives } from '../values/preserve-alternatives.ts';
import { sameValue } from '../values/same-value.ts';

/**
 * Share of values that are right, by how they are proved: counted over 4,000 made-up zones with two misread signs in a hundred
 * (`lib/extraction/recognisers/proved-share.test.ts`).
 */
export const SHARE: Readonly<Record<Proof, number>> = { checked: 0.99, listed: 0.99, beside: 0.8, repaired: 0.55 };
/** Proofs that go before any printed text. */
const PROVED: ReadonlySet<Proof> = new Set(['checked', 'listed']);
/** Confidence in printed text from which a code that says otherwise is a reason to look at both. */
const READ = 0.5;
/** Confidence in printed text from which it stays where the code only says the same in another way (“British citizen”, GBR). */
const WORDED = 0.8;
/** Formats of text that have a kind of candidates of their own. */
const FORMATS: ReadonlySet<string | undefined> = new Set(['iban', 'bic', 'vat_id', 'email', 'phone', 'url', 'currency', 'time']);
const TEXTS: ReadonlySet<CandidateKind> = new Set(['text', 'code', 'place', 'iban', 'bic']);

/** Words for what a code says as M, F or X. */
const SEXES: Readonly<Record<string, readonly string[]>> = {
  M: ['m', 'male', 'man', 'mannlich', 'masculin', 'masculine', 'homme', 'masculino', 'hombre', 'maschio', 'maschile', 'mannelijk', 'mr'],
  F: ['f', 'w', 'female', 'woman', 'weiblich', 'feminin', 'feminine', 'femme', 'femenino', 'mujer', 'femmina', 'femminile', 'vrouwelijk'],
  X: ['x', 'd', 'divers', 'diverse', 'other', 'unspecified', 'nonbinary', 'notspecified', 'unknown'],
};

/** A value that a recogniser read, for a field whose name its label means. */
export type CheckedAnswer = {
  answer: ExtractedValue;
  isProved: boolean;
  /** A state's short name where the value is its code, which is printed in words; null for values that are printed as they are. */
  inWords: string | null;
};

type Pair = { field: number; candidate: number; score: number; value: Value };

/**
 * The values that codes of the document state by themselves, by field: those whose label names the field well and no other field of
 * the schema better. Nothing where two codes say different things under one name: then what stands beside them must tell.
 */
export function answerChecked(context: ExtractionContext): Map<number, CheckedAnswer> {
  const answers = new Map<number, CheckedAnswer>();
  const pairs = pairsOf(context).sort((a, b) => b.score - a.score || a.field - b.field || a.candidate - b.candidate);
  const used = new Set<number>();
  for (const { field, candidate, value, score } of pairs) {
    if (answers.has(field) || used.has(candidate)) continue;
    // A passport and a card have numbers of their own.
    if (pairs.some((other) => other.field === field && other.score === score && !sameValue(other.value, value))) continue;
    used.add(candidate);
    const source = context.pool.candidates[candidate];
    if (!source?.proof) continue;
    const found = publicCandidate(context, field, candidate, SHARE[source.proof], value);
    const isMoney = context.profiles[field]?.kind === 'money' && source.currency;
    answers.set(field, {
      answer: {
        ...found,
        evidence: found.evidence.map((place) => (place.text ? place : { ...place, text: source.text })),
        candidates: [],
        ...(isMoney ? { currency: source.currency as string } : {}),
      },
      isProved: PROVED.has(source.proof),
      inWords: source.kind === 'place' ? (stateOfCode(String(source.value)) ?? String(source.value)) : null,
    });
  }
  return answers;
}

function pairsOf(context: ExtractionContext): Pair[] {
  const stated = new Map<string, { candidates: number[]; values: Set<string> }>();
  context.pool.candidates.forEach(({ proof, statedLabels, value }, index) => {
    const label = statedLabels?.[0];
    if (!proof || label === undefined) return;
    const known = stated.get(label) ?? { candidates: [], values: new Set() };
    known.candidates.push(index);
    known.values.add(typeof value === 'string' ? textKey(value) : String(value));
    stated.set(label, known);
  });
  return [...stated.values()].flatMap(({ candidates, values }) => {
    const index = candidates[0];
    const candidate = index === undefined ? undefined : context.pool.candidates[index];
    if (index === undefined || !candidate || values.size > 1) return [];
    const scores = context.namedBy(candidate.statedLabels ?? []);
    return context.profiles.flatMap((_, field) => {
      const score = scores[field] ?? 0;
      const value = score >= STATED ? valueFor(context, field, candidate) : null;
      return value === null ? [] : [{ field, candidate: index, score, value }];
    });
  });
}

/** A candidate's value as the field's type, or null when it is of another one. */
function valueFor(context: ExtractionContext, field: number, { kind, value }: Candidate): Value {
  const profile = context.profiles[field];
  switch (profile?.field.type) {
    case 'date':
      return kind === 'date' ? value : null;
    case 'money':
      return kind === 'amount' ? value : null;
    case 'enum':
      return typeof value === 'string' && (kind === 'text' || kind === 'place') ? optionOf(value, profile.field.enum ?? []) : null;
    case 'string': {
      const { format } = profile.field;
      if (FORMATS.has(format) ? kind !== format : !TEXTS.has(kind)) return null;
      return profile.kind === 'iban' || profile.kind === 'bic' ? (kind === profile.kind ? value : null) : value;
    }
    default:
      return null;
  }
}

/** The option that says what a code says. */
function optionOf(value: string, options: readonly string[]): string | null {
  const words = SEXES[value] ?? [];
  const key = textKey(value);
  return options.find((option) => textKey(option) === key) ?? options.find((option) => words.includes(textKey(option))) ?? null;
}

/** True for a value that was itself taken from the code: that does not bear it out. */
function isSamePlace(a: ExtractedValue, b: ExtractedValue): boolean {
  const placeOf = ({ evidence: [first] }: ExtractedValue) => JSON.stringify([first?.page, first?.box, first?.words]);
  return placeOf(a) === placeOf(b);
}

/**
 * What a field gets when printed text was read too. Where both say the same, it is as sure as the surer of them. What a code proves goes
 * before printed text that says otherwise, what it does not prove only before printed text that is less sure; the other one stays a candidate, with
 * the flag that two readings differ where neither is a mere guess. A state's code and words for it are no contradiction.
 */
export function preferChecked(printed: ExtractedValue, checked: CheckedAnswer | undefined): ExtractedValue {
  if (!checked) return printed;
  const { answer, isProved, inWords } = checked;
  if (printed.value === null || isSamePlace(printed, answer)) return preserveAlternatives(answer, printed);
  const isSame = sameValue(printed.value, answer.value) || (inWords !== null && sameValue(printed.value, inWords));
  if (isSame) return { ...printed, confidence: Math.max(printed.confidence, answer.confidence) };
  const staysPrint = inWords === null ? !isProved && printed.confidence >= answer.confidence : printed.confidence >= WORDED;
  const taken = staysPrint ? preserveAlternatives(printed, answer) : preserveAlternatives(answer, printed);
  const differs = printed.confidence >= READ && inWords === null;
  return differs ? { ...taken, flags: [...new Set([...(taken.flags ?? []), 'engines_differ' as const])] } : taken;
}
