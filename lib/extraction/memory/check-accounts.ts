import type { ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import type { AnsweredDocument } from '../answers/answer-scalars.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import { sameValue } from '../values/same-value.ts';
import type { Lesson, Remembered } from './lesson.ts';
import { textOverlap } from './text-overlap.ts';

/** Kinds of fields that say who somebody is. */
const IDENTITY: ReadonlySet<FieldKind> = new Set(['vat_id', 'name']);
/** Overlap from which two names are one, slips of recognition aside. */
const SAME_NAME = 0.85;

/**
 * Flags a bank account that is new for a party: approved documents of the party, known by its VAT number or its name, were paid to
 * other accounts. How sure the engine is of the account does not matter.
 * @returns the answers by field
 */
export function checkAccounts(
  { scene, answers }: Pick<AnsweredDocument, 'scene' | 'answers'>,
  memory: readonly Remembered[],
): AnsweredDocument['answers'] {
  const checked = new Map(answers);
  for (const profile of scene.profiles) {
    const { name } = profile.field;
    const answer = answers.get(name);
    if (profile.kind !== 'iban' || !answer || Array.isArray(answer) || answer.value === null) continue;
    const accounts = memory
      .filter(({ lesson }) => isSameParty(scene.profiles, profile, answers, lesson))
      .flatMap(({ lesson }) => accountsOf(lesson.fields[name]?.value ?? null));
    if (accounts.length === 0 || accounts.includes(plain(answer.value))) continue;
    checked.set(name, { ...answer, flags: [...(answer.flags ?? []), 'new_bank_account'] });
  }
  return checked;
}

/** True when the side whose account it is has the same VAT number, or where none is known the same name, in both documents. */
function isSameParty(
  profiles: readonly FieldProfile[],
  account: FieldProfile,
  answers: AnsweredDocument['answers'],
  { fields }: Lesson,
): boolean {
  const verdicts: Partial<Record<FieldKind, boolean>> = {};
  for (const { field, kind, role } of profiles) {
    if (!IDENTITY.has(kind) || (role !== null && account.role !== null && role !== account.role) || role === 'buyer') continue;
    const [now, then] = [answers.get(field.name) as ExtractedValue | undefined, fields[field.name]];
    if (!now || !then || now.value === null || then.value === null) continue;
    verdicts[kind] = (verdicts[kind] ?? false) || isSameName(now.value, then.value);
  }
  return verdicts.vat_id ?? verdicts.name ?? false;
}

function isSameName(a: Value, b: Value): boolean {
  return sameValue(a, b) || (typeof a === 'string' && typeof b === 'string' && textOverlap(foldText(a), foldText(b)) >= SAME_NAME);
}

function accountsOf(value: Value): string[] {
  return value === null ? [] : [plain(value)];
}

function plain(value: Value): string {
  return String(value).replace(/\s/g, '').toUpperCase();
}
