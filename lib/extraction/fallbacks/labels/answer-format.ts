import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { CandidateKind } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { FieldKind } from '../../terms/field-kind.ts';
import { evidenceOf, publicCandidate } from '../../values/build-value.ts';
import { tidyValue } from '../../values/tidy-value.ts';

/** Formats whose values are known by their own shape or check digits, and the candidates of that shape. */
const SHAPES: Partial<Record<NonNullable<RowField['format']>, CandidateKind>> = {
  iban: 'iban',
  bic: 'bic',
  email: 'email',
  url: 'url',
  phone: 'phone',
};

/** Kinds of fields that ask how somebody is reached, and the candidates that say so. */
const REACHED_BY: Partial<Record<FieldKind, CandidateKind>> = { email: 'email', url: 'url', phone: 'phone' };

/** Words beside a value that are looked at, the last ones of its label. */
const LABEL_WORDS = 3;
/** What a number is called that reaches nobody. */
const OTHER_NUMBERS = ['number', 'identifier', 'invoice', 'order', 'account', 'reference', 'customer', 'tax', 'vat', 'registration'];

/** A time of day ("15:42", "9:05:11", "3:15pm"). */
const TIME = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:[ap]m)?$/i;

/** What the only value of a shape is worth where no label speaks for it, and one of several. Set by hand: both are shown to a person. */
const ONLY = 0.8;
const ONE_OF_SEVERAL = 0.5;

/**
 * A fallback for a field that scoring left empty and whose value is known by its shape, because its owner said so or because it asks
 * for an address or a number to reach somebody by: when exactly that shape is printed, it is offered. Null when the field has no such
 * shape or nothing has it. Where the owner did not say the shape, only the only value of it is offered, and only for a field that names no
 * party: it may be somebody else's.
 */
export function answerFormat(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (!profile) return null;
  if (profile.field.format === 'time') return answerTime(context);
  const stated = profile.field.format && SHAPES[profile.field.format];
  const shape = stated ?? (profile.role === null ? REACHED_BY[profile.kind] : undefined);
  if (!shape) return null;
  const found = new Map<string, number>();
  context.pool.candidates.forEach((candidate, index) => {
    const key = String(candidate.value);
    const isMeant = stated ? candidate.strength === 1 : shape !== 'phone' || !isOtherwiseLabelled(context, index, profile.tags.has('fax'));
    if (candidate.kind === shape && isMeant && !found.has(key)) found.set(key, index);
  });
  if (!stated && found.size > 1) return null;
  const [best, ...others] = [...found.values()].map((index) => {
    const confidence = found.size === 1 ? ONLY : ONE_OF_SEVERAL;
    const candidate = publicCandidate(context, field, index, confidence);
    return { ...candidate, value: tidyValue(candidate.value, profile.kind) };
  });
  if (!best) return null;
  return {
    ...best,
    candidates: others.slice(0, 5),
    reason: found.size === 1 ? 'the only value of this form' : 'one of several values of this form',
  };
}

/** True for a number whose label says that it is a fax where none is asked for, the other way round, or another one than one to call. */
function isOtherwiseLabelled(context: ExtractionContext, index: number, asksFax: boolean): boolean {
  const { inline, left } = context.around(index);
  const families = [inline, left].flatMap((label) => {
    const tokens = label ? Array.from({ length: Math.min(LABEL_WORDS, label.end - label.start) }, (_, at) => label.end - 1 - at) : [];
    return tokens.flatMap((token) => context.labels.families(token));
  });
  if (asksFax !== families.includes('fax')) return true;
  return !families.includes('phone') && !asksFax && families.some((family) => OTHER_NUMBERS.includes(family));
}

/** A time of day, which is what it is by its shape: the first one printed. */
function answerTime(context: ExtractionContext): ExtractedValue | null {
  const { tokens } = context.view;
  const found = tokens.filter(({ text }) => TIME.test(text));
  const values = new Set(found.map(({ text }) => text));
  const best = found[0];
  if (!best) return null;
  const suffix = tokens[best.index + 1];
  const isHalf = suffix?.segment === best.segment && /^[ap]\.?m\.?$/i.test(suffix.text);
  const end = best.index + (isHalf ? 2 : 1);
  const text = isHalf ? `${best.text} ${suffix.text}` : best.text;
  const confidence = values.size === 1 ? ONLY : ONE_OF_SEVERAL;
  const reason = values.size === 1 ? 'the only value of this form' : 'one of several values of this form';
  return { value: text, text, confidence, evidence: evidenceOf(context.view, [[best.index, end]], best.page), candidates: [], reason };
}
