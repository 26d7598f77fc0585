import { parseMoney } from '#lib/document/values/parse-money.ts';
import type { Candidate, CandidateKind } from '../candidates/candidate.ts';
import { isLegalFormOnly } from '../candidates/find-names.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import { isLabelOnly } from '../terms/vocabulary.ts';

const KINDS: Record<FieldKind, readonly CandidateKind[]> = {
  date: ['date'],
  money: ['amount'],
  number: ['amount', 'percent'],
  percentage: ['percent', 'amount'],
  boolean: [],
  enum: [],
  identifier: ['code', 'text', 'vat_id', 'form', 'phone'],
  iban: ['iban'],
  bic: ['bic'],
  vat_id: ['vat_id', 'code', 'text', 'form'],
  email: ['email'],
  phone: ['phone', 'text', 'form'],
  url: ['url'],
  address: ['block', 'text', 'form'],
  name: ['text', 'block', 'name', 'form'],
  place: ['place', 'text', 'form', 'name'],
  duration: ['duration'],
  currency: ['text'],
  text: ['text', 'block', 'form', 'code', 'name'],
};

/** Digits of a phone number at least. */
const LEAST_DIGITS = 4;
/** Digits of a VAT number at least. */
const LEAST_VAT_DIGITS = 7;
/** A text that is a time of day. */
const TIME = /^\d{1,2}\s?[:.h]\s?\d{2}/i;
/** How a person is addressed; an organisation is not. */
const SALUTATION = /^(?:Herrn?|Frau|Mr\.?|Mrs\.?|Ms\.?|M\.|Mme|Dr\.?|Sr\.?|Sra\.?|Sig\.?|Dear|Sehr geehrte[rn]?)\s/;

/** A telephone number with its country code, or as it is written in North America. */
const PHONE = /^(?:\+\d|1[-. ]\d{3}[-. ]\d{3}[-. ]\d{4}$|\(\d{3}\) ?\d{3}[-. ]\d{4}$)/;

/** True for an amount of money with its currency: “SEK 1,240.00” and “€ 12” are no numbers of anything, “CAD 2231” may be one. */
function isAmount(text: string): boolean {
  const money = parseMoney(text);
  return Boolean(money?.currency) && ((money?.decimals ?? 0) > 0 || /\p{Sc}/u.test(text));
}

/** True when a candidate could be the value of a field at all, by kind and size. */
export function isSuitable(profile: FieldProfile, candidate: Candidate): boolean {
  if (!KINDS[profile.kind].includes(candidate.kind)) return false;
  const { kind } = profile;
  if (kind === 'identifier' || kind === 'vat_id') {
    if (candidate.origin === 'form') return true;
    if (isAmount(candidate.text) || PHONE.test(candidate.text)) return false;
    if (kind === 'vat_id' && candidate.text.replace(/\D/g, '').length < LEAST_VAT_DIGITS) return false;
    // Codes without a digit are short and in capitals.
    return (
      candidate.text.length <= 45 &&
      (/\d/.test(candidate.text) || (candidate.origin === 'after_label' && /^[A-Z]{1,6}$/.test(candidate.text)))
    );
  }
  if (profile.field.format === 'time' && !TIME.test(candidate.text)) return false;
  if (kind === 'phone' && candidate.text.replace(/\D/g, '').length < LEAST_DIGITS) return false;
  if (profile.field.format === 'organisation' && SALUTATION.test(candidate.text)) return false;
  if (kind === 'name')
    return (
      candidate.ranges.length <= 3 &&
      candidate.text.length >= 2 &&
      candidate.text.length <= 120 &&
      /\p{L}{2}/u.test(candidate.text) &&
      !isLabelOnly(candidate.text) &&
      !isLegalFormOnly(candidate.text)
    );
  if (kind === 'place') return candidate.ranges.length === 1 && candidate.text.length <= 60;
  if (kind === 'address') return candidate.text.length >= 4 && candidate.text.length <= 250;
  if (kind === 'percentage' && candidate.kind === 'amount')
    return !candidate.currency && typeof candidate.value === 'number' && Math.abs(candidate.value) <= 100;
  if (profile.field.type === 'integer') return Number.isInteger(candidate.value);
  return true;
}
