import { type SQL, sql } from 'drizzle-orm';
import type { CountedDocuments, CountedDocumentsQuery } from '#lib/contract/desk/insights/insights.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';
import type { Desk } from '../../context/desk.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { findNewestSchema } from '../../schemas/schema-row.ts';
import { type Counts, REASON_MEASURE } from '../counts.ts';
import { isToldTo } from '../is-told-to.ts';
import { labelOfField } from '../label-of-field.ts';
import { countedDocuments } from '../tables.ts';

const MOST = 10;
/** What a document counts is looked at in turn, so a rare figure would have all documents read. */
const LOOKED_AT = 5_000;

type Row = { id: string; name: string; at: string | Date; counts: Counts };

/**
 * The documents approved last of those that a figure counts, as far as they are still approved and there, and `isToldTo` the person: with values
 * flagged for a reason, or with a kind that was taken for another one.
 */
export async function listCountedDocuments(
  { database }: Desk,
  person: { id: string },
  query: CountedDocumentsQuery,
): Promise<CountedDocuments> {
  const { rows } = await database.execute<Row>(sql`
    select latest.id, latest.name, latest.approved_at as at, counted.counts
    from (${latestOf(query, LOOKED_AT)}) latest
    cross join lateral (select ${countedDocuments.counts} as counts from ${countedDocuments}
      where ${countedDocuments.documentId} = latest.id limit 1) counted
    where ${isCounted(query)} and ${isToldTo(person, sql`latest.id`)}
    order by latest.approved_at desc limit ${MOST}`);
  const schemas = new Map<string, Schema | null>();
  for (const { schemaId, kind } of rows.map(({ counts }) => counts)) {
    for (const id of [schemaId, ...(query.mistaken && kind ? [kind.likeliestId] : [])])
      if (!schemas.has(id)) schemas.set(id, await findNewestSchema(database, id));
  }
  const items = rows.map(({ id, name, at, counts }) => ({
    document_id: id,
    name,
    at: new Date(at).toISOString(),
    fields: query.reason === undefined ? [] : listFlagged(counts, schemas.get(counts.schemaId) ?? null, query.reason),
    taken_for: query.mistaken && counts.kind ? (schemas.get(counts.kind.likeliestId)?.name ?? '') : null,
  }));
  if (rows.length === MOST) return { items, looked_at: null };
  const { rows: all } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from (${latestOf(query, LOOKED_AT + 1)}) latest`,
  );
  return { items, looked_at: (all[0]?.total ?? 0) > LOOKED_AT ? LOOKED_AT : null };
}

/** The documents approved last in the time. */
function latestOf({ schema_id, deployment_id, from, to }: CountedDocumentsQuery, most: number): SQL {
  return sql`select ${documents.id}, ${documents.name}, ${documents.approvedAt} from ${documents}
    where ${documents.state} = 'approved' and ${documents.approvedAt} >= ${`${from}T00:00:00Z`}::timestamptz
      and ${documents.approvedAt} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'
      ${schema_id === undefined ? sql`` : sql`and ${documents.schemaId} = ${schema_id}`}
      ${
        deployment_id === undefined
          ? sql``
          : sql`and exists (select 1 from ${submissions} where ${submissions.documentId} = ${documents.id}
              and ${submissions.deploymentId} = ${deployment_id})`
      }
    order by ${documents.approvedAt} desc limit ${most}`;
}

function measuresOf(reason: string): { needed: string; needless: string } {
  return { needed: `${REASON_MEASURE}:${reason}:needed`, needless: `${REASON_MEASURE}:${reason}:needless` };
}

function isCounted({ reason }: CountedDocumentsQuery): SQL {
  if (reason === undefined)
    return sql`counted.counts #>> '{kind,isSure}' = 'true' and counted.counts #>> '{kind,likeliestId}' <> counted.counts ->> 'schemaId'`;
  // a path is found several times as fast as by a loop over the fields
  const isMeasured = Object.values(measuresOf(reason)).map(
    (measure) => sql`counted.counts @? ${`$.fields.*.${JSON.stringify(measure)}`}::jsonpath`,
  );
  return sql`(${sql.join(isMeasured, sql` or `)})`;
}

/** The fields of a document with values that were flagged for a reason. */
function listFlagged({ fields }: Counts, schema: Schema | null, reason: string): CountedDocuments['items'][number]['fields'] {
  const { needed, needless } = measuresOf(reason);
  return Object.entries(fields).flatMap(([name, measures]) => {
    const right = measures[needless] ?? 0;
    const flagged = (measures[needed] ?? 0) + right;
    if (flagged === 0) return [];
    const first = schema?.fields.some((field) => field.name === name) ? name : name.split('.')[0]!;
    return { pointer: formatPointer(first), label: labelOfField(schema, name), flagged, needless: right };
  });
}
