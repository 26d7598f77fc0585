import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { mergeActions } from '#lib/document/review/merge-actions.ts';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents } from '../documents/tables.ts';
import { listOpinions } from '../review/list-opinions.ts';
import { listFittingActions } from '../review/review.ts';
import { extractions, secondOpinions } from '../review/tables.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';

/** An extracted value without where it stands. */
type BareValue = Pick<ExtractedValue, 'value' | 'remembered'>;
type BareFields = Record<string, BareValue | Record<string, BareValue>[]>;
/** What a document has now, what was extracted from it, and what a second opinion said of that. */
export type ApprovedValues = { extracted: BareFields; opinion: OpinionFields | null; fields: MergedFields };

const bareOf = (value: SQL) => sql`jsonb_strip_nulls(jsonb_build_object('remembered', ${value} -> 'remembered'))
  || jsonb_build_object('value', ${value} -> 'value')`;
/** The extracted values without evidence and candidates, which are most of a result. */
const BARE_FIELDS = sql<BareFields>`(
  select coalesce(jsonb_object_agg(f.key, case when jsonb_typeof(f.value) = 'array' then (
    select coalesce(jsonb_agg((
      select coalesce(jsonb_object_agg(c.key, ${bareOf(sql`c.value`)}), '{}') from jsonb_each(r.value) c
    ) order by r.place), '[]')
    from jsonb_array_elements(f.value) with ordinality r(value, place)
  ) else ${bareOf(sql`f.value`)} end), '{}')
  from jsonb_each(${extractions.result} -> 'fields') f
)`;
const IS_REMEMBERED = sql`jsonb_path_exists(${extractions.result}, '$.fields.*[*].remembered') or
  jsonb_path_exists(${extractions.result}, '$.fields.*[*].*.remembered') or
  exists (select 1 from ${secondOpinions} where ${secondOpinions.documentId} = ${extractions.documentId} and ${secondOpinions.fields} is not null)`;

/**
 * The values of documents with people's actions on top, by document id; read so that hundreds at a time are cheap.
 * @param options.onlyRemembered without documents that no approved document proposed a value for
 */
export async function findApprovedValues(
  executor: Executor,
  ids: string[],
  options: { onlyRemembered?: boolean } = {},
): Promise<Map<string, ApprovedValues>> {
  const found = new Map<string, ApprovedValues>();
  if (ids.length === 0) return found;
  const rows = await executor
    .select({ id: documents.id, schemaId: extractions.schemaId, version: extractions.schemaVersion, extracted: BARE_FIELDS })
    .from(extractions)
    .innerJoin(documents, and(eq(documents.id, extractions.documentId), eq(documents.schemaId, extractions.schemaId)))
    .where(and(inArray(documents.id, ids), options.onlyRemembered ? sql`(${IS_REMEMBERED})` : undefined));
  const versions = new Map<string, Schema | null>();
  const schemaOf = new Map<string, Schema>();
  for (const { id, schemaId, version } of rows) {
    const key = `${schemaId} ${version}`;
    if (!versions.has(key)) versions.set(key, await findSchemaVersion(executor, schemaId, version));
    const schema = versions.get(key);
    if (schema) schemaOf.set(id, schema);
  }
  const actionsOf = await listFittingActions(executor, schemaOf);
  const opinionOf = await listOpinions(executor, [...schemaOf.keys()]);
  for (const { id, extracted } of rows) {
    const schema = schemaOf.get(id);
    if (!schema) continue;
    const result = { fields: extracted, completeness: {}, engine: '' } as unknown as ExtractionResult;
    const fields = mergeActions({ schema, result, actions: actionsOf.get(id) ?? [] });
    found.set(id, { extracted, opinion: opinionOf.get(id) ?? null, fields });
  }
  return found;
}
