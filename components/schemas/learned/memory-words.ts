import { countOf } from '#components/shared/format.ts';
import type { ImportProgress } from '#lib/client/team/memory.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

/** Labels of the fields of a memory file that a schema does not have. Rows teach nothing yet. */
export function listMissing(schema: Pick<SchemaDraft, 'fields'>, { fields }: Pick<SchemaDraft, 'fields'>): string[] {
  const known = new Set(schema.fields.map(({ name }) => name));
  return fields.filter(({ name, type }) => type !== 'rows' && !known.has(name)).map(({ name, label }) => label || name);
}

/** What became of the examples of a file, in sentences. */
export function outcomeWords({ imported, known, unusable, deployment }: ImportProgress): string[] {
  const done = `${countOf(imported, 'approved document')} imported${deployment ? ` at ${deployment}` : ''}.`;
  const sentences = [
    imported > 0 ? `${done} ${imported === 1 ? 'It teaches' : 'They teach'} in a moment.` : done,
    known > 0 &&
      `${countOf(known, 'document')} left alone: ${known === 1 ? 'it is' : 'they are'} here, and what ${known === 1 ? 'it teaches' : 'they teach'} is decided here.`,
    unusable > 0 && `${countOf(unusable, 'document')} left out: nothing was learned about the fields of this schema.`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}
