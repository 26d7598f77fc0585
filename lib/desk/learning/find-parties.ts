import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { type ApprovedValues, findApprovedValues } from './find-approved-values.ts';
import type { LayoutGroup } from './find-layouts.ts';
import type { OwnDocument } from './find-own-documents.ts';

/** Documents of a layout that are asked who they are from: the newest. */
const MOST_ASKED = 5;
const MOST_PARTIES = 3;
/** Ids of documents in one statement. */
const AT_ONCE = 500;

/** Who the documents of each layout are from, as approved: the names in the newest of them, the newest first. */
export async function findParties(
  executor: Executor,
  schema: Schema,
  groups: readonly LayoutGroup[],
  own: ReadonlyMap<string, OwnDocument>,
): Promise<Map<string, string[]>> {
  const texts = schema.fields.filter((field) => field.type === 'string');
  const organisation = texts.find((one) => one.format === 'organisation');
  const field = organisation ?? texts.find((one) => one.required);
  if (!field) return new Map();
  const newest = new Map(
    groups.map(({ id, examples }) => [id, examples.slice(0, MOST_ASKED).flatMap((example) => own.get(example.document_id)?.id ?? [])]),
  );
  const ids = [...newest.values()].flat();
  const values = new Map<string, ApprovedValues>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const [id, one] of await findApprovedValues(executor, ids.slice(at, at + AT_ONCE))) values.set(id, one);
  }
  return new Map(
    [...newest].map(([layout, documentIds]) => {
      const names = documentIds.flatMap((id) => {
        const fields = values.get(id)?.fields;
        const entry = fields && ownValue(fields, field.name);
        return entry && !Array.isArray(entry) && typeof entry.value === 'string' && entry.value.trim() !== '' ? entry.value.trim() : [];
      });
      const distinct = [...new Set(names)];
      // what is another one on each document is a number of the document, and nobody's name
      return [layout, organisation || distinct.length === 1 ? distinct.slice(0, MOST_PARTIES) : []];
    }),
  );
}
