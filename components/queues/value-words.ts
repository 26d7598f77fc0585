import { filterWords } from '#components/shared/filters/filter-words.ts';
import type { QueueFilter } from '#lib/contract/desk/queue.ts';
import { readFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { listFilterFields } from '#lib/document/schemas/list-filter-fields.ts';

/** What the values of a queue's documents must be, a few words for each rule; a field that the schema does not have any more by its name. */
export function valueWords({ schema_id, where = [] }: QueueFilter, schemas: readonly Schema[] | undefined): string[] {
  const fields = listFilterFields(schemas?.find(({ id }) => id === schema_id)?.fields ?? []);
  return where.flatMap((text) => {
    const rule = readFieldFilter(text);
    if (!rule) return [];
    const field = fields.find(({ name }) => name === rule.field);
    const words = filterWords(rule, field);
    return schemas && !field ? `${words} (the schema has no such field)` : words;
  });
}
