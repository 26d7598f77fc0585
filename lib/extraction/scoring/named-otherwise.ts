import { type Candidate, endOf, startOf } from '../candidates/candidate.ts';
import { endsNames } from '../candidates/find-names.ts';
import { CONCEPTS } from '../terms/concepts.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { type FieldProfile, keyOfLabel } from '../terms/field-profile.ts';
import { familiesOfPhrase, weightOfFamily } from '../terms/vocabulary.ts';
import { mayBeTaxed } from './asked-number.ts';
import { COVERS } from './coverage.ts';
import type { ExtractionContext } from './extraction-context.ts';
import { isNoName, isNoPerson } from './is-no-person.ts';
import { keyOfTokens } from './key-of-tokens.ts';
import { isNameOverAddress, isOfTwoAddresses } from './name-over-address.ts';
import { isOtherMeasure } from './printed-unit.ts';

/** Dates that are never the same one, by concept. */
const DAYS: Readonly<Record<string, string>> = {
  invoice_date: 'issue',
  order_date: 'issue',
  purchase_date: 'issue',
  due_date: 'due',
  delivery_date: 'delivery',
  requested_delivery_date: 'delivery',
  birth_date: 'birth',
};
/** Kinds of fields of which the number of a form's entry is never the value. */
const NO_ITEMS: ReadonlySet<FieldKind> = new Set(['money', 'identifier', 'name']);
/** How well a field must match a concept, and a label a field, for what they ask for to be known. */
const SURE = 0.8;

/** Key of each label and name of these concepts to the days it may mean; "date" alone means none of them. */
const dayLabels = new Map<string, Set<string>>();
for (const concept of CONCEPTS)
  for (const phrase of [...concept.keys, ...concept.labels]) {
    const day = DAYS[concept.id] ?? 'other';
    const families = familiesOfPhrase(phrase);
    if (!families.some((family) => weightOfFamily(family) === 1)) continue;
    const key = keyOfLabel(families);
    dayLabels.set(key, (dayLabels.get(key) ?? new Set()).add(day));
  }

/**
 * True when text beside a candidate, or its own form, says that it is something else than the field asks for: a date behind the label
 * of another day, an amount of money where a rate is wanted, a figure that is no year where one is wanted, a number that counts the
 * entries of a form, a figure in another unit than the one asked for, a part of a company's name, an organisation, a country or a title
 * where a person is wanted, a name over its address, a VAT number where the number of a register, a customer or a document is wanted.
 */
export function isNamedOtherwise(context: ExtractionContext, profile: FieldProfile, candidate: Candidate, index: number): boolean {
  if (NO_ITEMS.has(profile.kind) && context.itemNumbers.has(startOf(candidate))) return true;
  if (profile.kind === 'name' && isCutName(context, candidate)) return true;
  if (profile.kind === 'name' && isNoName(candidate.text)) return true;
  if (profile.person && isNoPerson(context, candidate)) return true;
  if (profile.kind === 'address') return isNameOverAddress(context, candidate) || isOfTwoAddresses(context, candidate);
  if (profile.kind === 'identifier') return isOtherNumber(context, profile, index);
  if (profile.kind === 'date') return isOtherDay(context, profile, candidate, index);
  if (profile.kind === 'number') return isOtherFigure(context, profile, candidate, index);
  return profile.kind === 'percentage' && candidate.kind === 'amount' && isMoney(context, profile, candidate, index);
}

const VAT_ID = 1 << COVERS.indexOf('vat_id');

/** True for a VAT number where a number of another known name is wanted, unless it is labelled as such (“KBO BE 0123.456.749”). */
function isOtherNumber(context: ExtractionContext, profile: FieldProfile, index: number): boolean {
  if ((context.coverage(index) & VAT_ID) === 0 || mayBeTaxed(profile) || (profile.concepts[0]?.score ?? 0) < SURE) return false;
  return (context.labelScores(index)[context.profiles.indexOf(profile)] ?? 0) < SURE;
}

/** True for a name that is cut at its legal form: “Ltd Leeds” of “Oak Ltd Leeds”, or “Oak” of “Oak Ltd”. */
function isCutName({ view }: ExtractionContext, candidate: Candidate): boolean {
  const [start, end] = [startOf(candidate), endOf(candidate)];
  const [before, first, last, after] = [start - 1, start, end - 1, end].map((at) => view.tokens[at]);
  const isAhead = before?.segment === first?.segment && /^[\p{Lu}\d(&][^:]*$/u.test(before?.text ?? '');
  if (isAhead && endsNames(first?.text ?? '')) return true;
  return after?.segment === last?.segment && endsNames(after?.text ?? '');
}

function isOtherDay(context: ExtractionContext, profile: FieldProfile, candidate: Candidate, index: number): boolean {
  const days = daysOf(profile);
  if (!days.size || candidate.kind !== 'date') return false;
  const key = labelKey(context, index);
  const named = key ? dayLabels.get(key) : undefined;
  if (!key || !named || [...named].some((day) => day === 'other' || days.has(day))) return false;
  return !profile.phrases.some(({ families }) => keyOfLabel(families) === key);
}

/** True for a field that asks for a certain day when the candidate is called nothing but a date. */
export function isBareDate(context: ExtractionContext, profile: FieldProfile, index: number): boolean {
  const days = daysOf(profile);
  return profile.kind === 'date' && days.size > 0 && !days.has('issue') && labelKey(context, index) === 'date';
}

function daysOf(profile: FieldProfile): Set<string> {
  return new Set(profile.concepts.filter(({ score }) => score >= SURE).flatMap(({ id }) => DAYS[id] ?? []));
}

/** Key of what stands right before the candidate, or over it when nothing does; null for none. */
function labelKey(context: ExtractionContext, index: number): string | null {
  const { inline, left, above } = context.around(index);
  const label = inline ?? left ?? above;
  if (!label || label.end - label.start > 6) return null;
  return keyOfTokens(context, label.start, label.end) || null;
}

/** Numbers that are read as years. */
const YEARS = [1900, 2100] as const;

/** True for a figure that is no year or no percentage where one is wanted. */
function isOtherFigure(context: ExtractionContext, profile: FieldProfile, candidate: Candidate, index: number): boolean {
  const { value, currency, kind } = candidate;
  if (typeof value !== 'number') return false;
  if (profile.asksForYear)
    return kind !== 'amount' || Boolean(currency) || !Number.isInteger(value) || value < YEARS[0] || value > YEARS[1];
  if (isOtherMeasure(context, profile, candidate)) return true;
  if (kind !== 'amount' || !profile.tags.has('percent')) return false;
  return Boolean(currency) || Math.abs(value) > 100 || isMoney(context, profile, candidate, index);
}

const OF_RATES = ['rate', 'percent'];

/** Money where a rate is asked for: two decimals or part of a sum, no percent sign, and no word for a rate beside it. */
function isMoney(context: ExtractionContext, profile: FieldProfile, candidate: Candidate, index: number): boolean {
  const around = context.around(index);
  for (const relation of [around.inline, around.left, around.above, around.header, around.tableHeader])
    for (let token = relation?.start ?? 0; token < (relation?.end ?? 0); token++)
      if (context.labels.families(token).some((family) => OF_RATES.includes(family))) return false;
  const facts = context.valueFacts[index];
  const isPart = Boolean(facts && (facts.isSum || facts.isLargePart || facts.isSmallPart));
  return isPart || (candidate.decimals === 2 && OF_RATES.some((family) => profile.tags.has(family)));
}
