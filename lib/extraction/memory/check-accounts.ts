import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { textOverlap } from '../labels/text-overlap.ts';
import { type FieldProfile, profileField } from '../terms/field-profile.ts';
import { sameValue } from '../values/same-value.ts';
import type { Remembered } from './lesson.ts';

/** Overlap from which two names are one, slips of recognition aside. */
const SAME_NAME = 0.85;
/** Concepts of names that say whose document it is. */
const ISSUERS: ReadonlySet<string> = new Set(['shop_name', 'seller_name']);

type Fields = ExtractionResult['fields'];

/**
 * Flags a bank account (a field whose values are IBANs) that is new for a party: approved documents of the same party were paid to
 * other accounts. The party is known by its VAT number or by its name. How sure the engine is of the account does not matter.
 * Checking twice changes nothing.
 */
export function checkAccounts(schema: { fields: readonly Field[] }, fields: Fields, memory: readonly Remembered[]): Fields {
  const profiles = schema.fields.filter(({ type }) => type !== 'rows' && type !== 'list').map(profileField);
  const accounts = profiles.filter(({ kind }) => kind === 'iban');
  if (memory.length === 0 || accounts.length === 0) return fields;
  const flagged = accounts.flatMap((profile): [string, ExtractedValue][] => {
    const { name } = profile.field;
    const answer = singleValue(fields, name);
    if (!answer || answer.value === null || answer.flags?.includes('new_bank_account')) return [];
    const known = memory
      .filter(({ lesson }) => isSameParty(profiles, profile, fields, lesson))
      .flatMap(({ lesson }) => {
        const learned = ownValue(lesson.fields, name);
        // what two people do not agree about is no known account
        return learned?.isDisputed ? [] : (learned?.value ?? []);
      })
      .map(plain);
    if (known.length === 0 || known.includes(plain(answer.value))) return [];
    return [[name, { ...answer, flags: [...(answer.flags ?? []), 'new_bank_account'] }]];
  });
  return flagged.length > 0 ? { ...fields, ...Object.fromEntries(flagged) } : fields;
}

/**
 * True when the side that is paid has the same VAT number in both documents, or the same name. Another name beside the same one (of a
 * second field) speaks against it; another VAT number does not: it may be misread, or forged like the account.
 */
function isSameParty(profiles: readonly FieldProfile[], account: FieldProfile, fields: Fields, lesson: Lesson): boolean {
  let hasSameName = false;
  let hasOtherName = false;
  for (const profile of profiles) {
    const isVat = profile.kind === 'vat_id';
    if (!isOfSide(profile, account.role ?? 'seller') || !(isVat || isNameOfSide(profile))) continue;
    const now = singleValue(fields, profile.field.name)?.value ?? null;
    const learned = ownValue(lesson.fields, profile.field.name);
    // a name or number that two people do not agree about says nothing of the party
    const then = learned?.isDisputed ? null : (learned?.value ?? null);
    if (now === null || then === null) continue;
    const isSame = isSameText(now, then, isVat);
    if (isVat && isSame) return true;
    if (!isVat && isSame) hasSameName = true;
    if (!isVat && !isSame) hasOtherName = true;
  }
  return hasSameName && !hasOtherName;
}

function isOfSide({ role }: FieldProfile, side: string): boolean {
  return role === null || role === side;
}

/** True for the name of a house that is the side's own: by its role, or the only kind of name such a schema has. */
function isNameOfSide({ kind, role, field, concepts }: FieldProfile): boolean {
  if (kind !== 'name' || field.format === 'person') return false;
  return role !== null || field.format === 'organisation' || ISSUERS.has(concepts[0]?.id ?? '');
}

function isSameText(a: Value, b: Value, isCode: boolean): boolean {
  if (sameValue(a, b)) return true;
  return !isCode && typeof a === 'string' && typeof b === 'string' && textOverlap(foldText(a), foldText(b)) >= SAME_NAME;
}

function singleValue(fields: Fields, name: string): ExtractedValue | undefined {
  const found = ownValue(fields, name);
  return found && !Array.isArray(found) ? found : undefined;
}

function plain(value: Value): string {
  return String(value).replace(/\s/g, '').toUpperCase();
}
