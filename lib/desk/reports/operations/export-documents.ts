import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { ALL_ROWS, EXPORT_LIMIT, EXPORT_NAMES, type ExportQuery } from '#lib/contract/desk/export.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { encodeText } from '#lib/platform/http/encode-text.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import type { Desk } from '../../context/desk.ts';
import type { DocumentRow } from '../../documents/desk-document.ts';
import { type DocumentsQuery, findSelected, sortOrder } from '../../documents/operations/list-documents.ts';
import { getReadableRow, withheld } from '../../documents/quality-samples/get-readable-row.ts';
import { isWithheld } from '../../documents/quality-samples/is-withheld.ts';
import { documents } from '../../documents/tables.ts';
import { findReviews } from '../../review/review.ts';
import { decisions, extractions } from '../../review/tables.ts';
import { findSchemaVersion } from '../../schemas/schema-row.ts';
import { csvExport } from '../csv-export.ts';
import { documentTable, rowsFields, rowsTable } from '../export-columns.ts';
import { type ExportRecord, exportRecord } from '../export-record.ts';
import { jsonExport, jsonOf } from '../json-export.ts';
import { type XlsxGroup, xlsxExport } from '../xlsx-export.ts';

/** `count`: documents in it. */
export type ExportFile = { name: string; mediaType: string; count: number; body: AsyncIterable<Uint8Array> | Uint8Array };

const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** Read at a time: with hundreds of rows each they are large. */
const BATCH = 10;
/** Which documents to export: one, some, or what a list's filter selects. */
export type ExportChoice = { id: string } | { ids: string[] } | { filter: DocumentsQuery };

/**
 * Writes documents' values to a file that is made while it is sent. One document as JSON is an object, else the file is
 * about many (JSON: `{documents: […]}`), in the list's order. Approved values are those of approved documents only.
 * @param readerId who gets it
 * @throws ProblemError `not_found`, `conflict` (one document, not approved; values of one are withheld from that person), `invalid_request` (a rows field that no schema
 * has; too many documents)
 */
export async function exportDocuments(desk: Desk, which: ExportChoice, query: ExportQuery, readerId?: string): Promise<ExportFile> {
  const { format, values } = query;
  const rows = await chooseDocuments(desk, which, values === 'approved', readerId);
  const base = 'id' in which ? (rows[0]?.name ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '') : 'documents';
  const kind = EXPORT_NAMES[values].toLowerCase().replaceAll(' ', '-');
  const name = `${base}-${kind}${query.rows === undefined ? '' : '-rows'}.${format}`;
  const file = { name, mediaType: MEDIA_TYPES[format], count: rows.length };
  if (format === 'json') {
    const records = readRecords(desk, rows);
    if (!('id' in which)) return { ...file, body: encodeText(jsonExport(records, values)) };
    const { value } = await records.next();
    return { ...file, body: Buffer.from(`${JSON.stringify(jsonOf(value as ExportRecord, values), null, 2)}\n`) };
  }
  const schemaOf = await listSchemasOf(desk, rows);
  const schemas = [...schemaOf.values()].flat();
  const names = query.rows === undefined ? undefined : chooseRows(schemas, query.rows);
  if (format === 'xlsx') return { ...file, body: xlsxExport(groupBySchema(desk, rows, schemaOf), { values, rows: names }) };
  const table = names ? rowsTable(schemas, names, values) : documentTable(schemas, values, true);
  return { ...file, body: encodeText(csvExport(readRecords(desk, rows), table)) };
}

async function chooseDocuments({ database }: Desk, which: ExportChoice, onlyApproved: boolean, readerId?: string): Promise<DocumentRow[]> {
  if ('id' in which) {
    const row = await getReadableRow(database, which.id, readerId);
    if (onlyApproved && row.state !== 'approved')
      throw new ProblemError(
        'conflict',
        'This document is not approved, so it has no approved values. Approve it, or export the extracted ones.',
      );
    return [row];
  }
  const chosen = await database
    .select({ row: getTableColumns(documents), isWithheld: isWithheld(sql`documents.id`, readerId) })
    .from(documents)
    .where(and(await findChosen(database, which), onlyApproved ? eq(documents.state, 'approved') : undefined))
    .orderBy(...order(which))
    .limit(EXPORT_LIMIT + 1);
  if (chosen.length > EXPORT_LIMIT)
    throw new ProblemError('invalid_request', `These are more than ${EXPORT_LIMIT.toLocaleString('en')} documents. Narrow the filter.`);
  const kept = chosen.find((one) => one.isWithheld);
  if (kept) throw withheld(`“${kept.row.name}”`);
  return chosen.map(({ row }) => row);
}

function chooseRows(schemas: readonly Schema[], wanted: string): string[] {
  const names = rowsFields(schemas).map(({ name }) => name);
  if (wanted === ALL_ROWS) return names;
  if (!names.includes(wanted)) throw new ProblemError('invalid_request', `None of these documents has rows called “${wanted}”.`);
  return [wanted];
}

function groupBySchema(desk: Desk, rows: readonly DocumentRow[], schemaOf: ReadonlyMap<string, Schema[]>): XlsxGroup[] {
  const groups = new Map<string | null, DocumentRow[]>();
  for (const row of rows) {
    const id = row.schemaId !== null && schemaOf.has(row.schemaId) ? row.schemaId : null;
    const members = groups.get(id);
    if (members) members.push(row);
    else groups.set(id, [row]);
  }
  return [...groups].map(([id, members]) => ({
    schemas: (id !== null && schemaOf.get(id)) || [],
    read: () => readRecords(desk, members),
  }));
}

async function findChosen(executor: Executor, which: Exclude<ExportChoice, { id: string }>): Promise<SQL | undefined> {
  if (!('ids' in which)) return findSelected(executor, which.filter);
  return inArray(
    documents.id,
    which.ids.filter((id) => isUuid(id)),
  );
}

function order(which: Exclude<ExportChoice, { id: string }>): SQL[] {
  return 'ids' in which ? [desc(documents.createdAt), desc(documents.id)] : sortOrder(which.filter);
}

async function* readRecords(desk: Desk, rows: readonly DocumentRow[]): AsyncGenerator<ExportRecord> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const ids = batch.map((row) => row.id);
    const [reviews, approvals] = await Promise.all([
      findReviews(desk.database, batch),
      desk.database
        .select()
        .from(decisions)
        .where(and(inArray(decisions.documentId, ids), inArray(decisions.kind, ['approve', 'auto_approve'])))
        .orderBy(asc(decisions.revision)),
    ]);
    const approvalOf = new Map(approvals.map((approval) => [approval.documentId, approval]));
    for (const row of batch) {
      const approval = approvalOf.get(row.id);
      const approved = approval && {
        at: approval.at.toISOString(),
        by: approval.actorName,
        by_id: approval.actorId,
        signed_off_flags: approval.signedOffFlags,
      };
      yield exportRecord(row, reviews.get(row.id), approved ?? null);
    }
  }
}

/** The schema versions that the documents' values follow, by schema; newest first, so that its order of fields wins. */
async function listSchemasOf(desk: Desk, rows: readonly DocumentRow[]): Promise<Map<string, Schema[]>> {
  const schemaOf = new Map<string, Schema[]>();
  if (rows.length === 0) return schemaOf;
  const used = await desk.database
    .selectDistinct({ id: extractions.schemaId, version: extractions.schemaVersion })
    .from(extractions)
    .innerJoin(documents, and(eq(documents.id, extractions.documentId), eq(documents.schemaId, extractions.schemaId)))
    .where(
      inArray(
        extractions.documentId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(extractions.schemaId), desc(extractions.schemaVersion));
  for (const { id, version } of used) {
    const schema = await findSchemaVersion(desk.database, id, version);
    if (schema) schemaOf.set(id, [...(schemaOf.get(id) ?? []), schema]);
  }
  return schemaOf;
}
