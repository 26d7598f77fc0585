import { anyOf, eachLanguage } from '../languages/languages.ts';

/**
 * How contracts say yes or no in a clause: which fields of yes and no ask for it (by name or label, folded), and the words of either
 * answer. Those of "no" go first, since they hold those of "yes".
 */
export type ClauseQuestion = { asks: RegExp; no: readonly RegExp[]; yes: readonly RegExp[] };

const words = (patterns: readonly string[]): RegExp[] => patterns.map((pattern) => new RegExp(`(?<!\\p{L})(?:${pattern})`, 'giu'));

/** Words beside the one that a question is about, folded; with any other word it is another question ("renewal notice sent"). */
const BESIDES = anyOf(({ clauses }) => clauses?.beside);
function onlyWords(core: string): RegExp {
  return new RegExp(`^(?=.*\\b(?:${core})\\b)(?:(?:${core}|${BESIDES})(?: |$))+$`);
}

/** Words that turn a clause round or rule out what it names. */
export const NEGATIONS: RegExp = new RegExp(
  [`(?<!\\p{L})(?:${anyOf(({ clauses }) => clauses?.negations)})(?!\\p{L})`, ...eachLanguage(({ clauses }) => clauses?.negationForms)].join(
    '|',
  ),
  'iu',
);
const CONDITION = `(?:${anyOf(({ clauses }) => clauses?.conditions)})[^,.;]*`;
const TURNS = anyOf(({ clauses }) => clauses?.turns);
const WITHOUT = `(?:${anyOf(({ clauses }) => clauses?.without)}) (?:\\p{L}+ ){0,2}(?:${anyOf(({ clauses }) => clauses?.formalities)})`;
/** Conditions, and turns of speech with such a word in them, which turn nothing round ("wenn er nicht gekündigt wird", "no later than"). */
export const UNTURNED: RegExp = new RegExp(`(?<!\\p{L})(?:${CONDITION}|${TURNS}|${WITHOUT})(?!\\p{L})`, 'giu');

export const CLAUSE_QUESTIONS: readonly ClauseQuestion[] = (['renewal', 'subletting'] as const).map((question) => ({
  asks: onlyWords(anyOf(({ clauses }) => clauses?.[question]?.asks)),
  no: words(eachLanguage(({ clauses }) => clauses?.[question]?.no)),
  yes: words(eachLanguage(({ clauses }) => clauses?.[question]?.yes)),
}));

const TOWN = `(\\p{Lu}[\\p{L}'’-]+(?:[ \\n](?:(?:${anyOf(({ courts }) => courts?.inNames)})[ \\n])?\\p{Lu}[\\p{L}'’-]+){0,3})`;

/** What stands behind words for a court and is no place: its rank, what it judges, a register. */
export const NO_PLACE: RegExp = new RegExp(`^(?:${anyOf(({ courts }) => courts?.noPlace)})(?!\\p{L})`, 'u');
/** Words behind a place that are no part of it. */
export const BEHIND_PLACE = / (?:RCS|HRB|HRA|SIREN|SIRET)(?!\p{L}).*$/u;

/** What leads up to the place whose courts decide; the place is the first group. */
export const COURTS: readonly RegExp[] = eachLanguage(({ courts }) => courts?.before).map(
  (before) => new RegExp(`(?<!\\p{L})(?:${before})[ \\n]${TOWN}`, 'gu'),
);

/** What says when money is to be paid. */
export const PAYMENT_TERMS: readonly RegExp[] = words(eachLanguage(({ payment }) => payment?.terms).flat());

/** Fields that ask for the place whose courts decide, and for when is to be paid, by their whole name or label (folded). */
export const ASKS_COURT: RegExp = new RegExp(`^(?:the )?(?:${anyOf(({ courts }) => courts?.asks)})$`);
export const ASKS_TERMS: RegExp = new RegExp(`^(?:the )?(?:${anyOf(({ payment }) => payment?.asks)})$`);
/** Words of which one must stand beside a phrase of payment; a label of terms is one of them. */
export const OF_PAYING: RegExp = new RegExp(`(?<!\\p{L})(?:${anyOf(({ payment }) => payment?.speaks)})`, 'iu');
/** Words of which one must stand beside "net" and a number alone. */
export const OF_TERMS: RegExp = new RegExp(`(?<!\\p{L})(?:${anyOf(({ payment }) => payment?.isTerm)})`, 'iu');
/** What a span of days is for, when it is not for paying: complaints, claims, returns. */
export const OF_COMPLAINTS: RegExp = new RegExp(`(?<!\\p{L})(?:${anyOf(({ payment }) => payment?.complaints)})`, 'iu');
