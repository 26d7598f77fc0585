import { countOf } from '#components/shared/format.ts';
import type { ImportProgress } from '#lib/client/team/memory.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

/** Labels of the fields of a memory file that a schema does not have, or has as another type. */
export function listMissing(schema: Pick<SchemaDraft, 'fields'>, { fields }: Pick<SchemaDraft, 'fields'>): string[] {
  const types = new Map(schema.fields.map(({ name, type }) => [name, type]));
  return fields.filter(({ name, type }) => type !== 'rows' && types.get(name) !== type).map(({ name, label }) => label || name);
}

/** What became of the examples of a file, in sentences. */
export function outcomeWords({ imported, known, unusable }: ImportProgress): string[] {
  const sentences = [
    `${countOf(imported, 'approved document')} imported. ${imported > 0 ? 'They teach as soon as the service has looked at them.' : ''}`.trim(),
    known > 0 &&
      `${countOf(known, 'document')} left alone: ${known === 1 ? 'it is' : 'they are'} here, and what ${known === 1 ? 'it teaches' : 'they teach'} is decided here.`,
    unusable > 0 && `${countOf(unusable, 'document')} left out: nothing was learned about the fields of this schema.`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}
