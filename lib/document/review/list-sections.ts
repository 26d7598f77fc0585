import type { Field } from '#lib/contract/service/extraction-schema.ts';

/** What kind of thing fields of a section hold; null for fields of no kind, or that stand alone among others. */
export type SectionKind = 'parties' | 'dates' | 'amounts';
export type Section = { kind: SectionKind | null; fields: Field[] };

/** So many like fields in a row make a section. */
const RUN = 2;

const BY_FORMAT: Partial<Record<NonNullable<Field['format']>, SectionKind>> = {
  organisation: 'parties',
  person: 'parties',
  address: 'parties',
  email: 'parties',
  phone: 'parties',
  url: 'parties',
  vat_id: 'parties',
  time: 'dates',
  currency: 'amounts',
  iban: 'amounts',
  bic: 'amounts',
};
const BY_TYPE: Partial<Record<Field['type'], SectionKind>> = { date: 'dates', money: 'amounts', percentage: 'amounts' };

function kindOf({ type, format }: Field): SectionKind | null {
  return BY_TYPE[type] ?? (format === undefined ? null : (BY_FORMAT[format] ?? null));
}

/**
 * The fields of a schema as sections, in the schema's order: a section begins where a run of like fields begins, told by type
 * and format alone. What stands alone, or is of no kind, makes a section without a kind with its neighbours.
 */
export function listSections(fields: readonly Field[]): Section[] {
  const runs: Section[] = [];
  for (const field of fields) {
    const kind = kindOf(field);
    const last = runs.at(-1);
    if (last && last.kind === kind) last.fields.push(field);
    else runs.push({ kind, fields: [field] });
  }
  const sections: Section[] = [];
  for (const run of runs) {
    const kind = run.fields.length >= RUN ? run.kind : null;
    const last = sections.at(-1);
    if (last && last.kind === null && kind === null) last.fields.push(...run.fields);
    else sections.push({ kind, fields: run.fields });
  }
  return sections;
}
