import { Readable } from 'node:stream';
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Schema } from '#lib/contract/extraction-schema.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { Desk } from '../desk.ts';
import { type DocumentRow, getDocumentRow } from '../desk-document.ts';
import { csvExport } from '../export/csv-export.ts';
import { documentTable, rowsFieldNames, rowsTable } from '../export/export-columns.ts';
import { type ExportRecord, exportRecord } from '../export/export-record.ts';
import { jsonExport, jsonOf } from '../export/json-export.ts';
import { xlsxExport } from '../export/xlsx-export.ts';
import { findUnqueued } from '../queue-condition.ts';
import { findReviews } from '../review.ts';
import { findSchemaVersion } from '../schema-row.ts';
import { decisions, documents, extractions } from '../tables.ts';
import { type DocumentsQuery, filterCondition, sortOrder } from './list-documents.ts';

/** `rows`: CSV with one line for each row of that field instead of each document. */
export const exportQuerySchema = z.object({
  format: z.enum(['json', 'csv', 'xlsx']).default('json'),
  values: z.enum(['approved', 'original', 'both']).default('approved'),
  rows: z.string().max(64).optional(),
});
export type ExportQuery = z.output<typeof exportQuerySchema>;

export type ExportFile = { name: string; mediaType: string; body: Readable | Uint8Array | string };

const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** Most documents in one export. */
const MOST = 10_000;
const BATCH = 100;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Writes documents' values to a file. One id gives a file about one document (JSON: an object), else the file is about
 * many (JSON: `{documents: […]}`), in the list's order. JSON and CSV are made while they are sent.
 * @throws ProblemError `not_found` (a single id), `invalid_request` (a rows field that no schema has; too many documents)
 */
export async function exportDocuments(
  desk: Desk,
  which: { ids: string[] } | { filter: DocumentsQuery },
  query: ExportQuery,
): Promise<ExportFile> {
  const { database } = desk;
  const single = 'ids' in which && which.ids.length === 1 ? await getDocumentRow(database, which.ids[0] ?? '') : null;
  const rows = single
    ? [single]
    : await database
        .select()
        .from(documents)
        .where(and(condition(which), 'filter' in which && which.filter.queue ? await findUnqueued(database) : undefined))
        .orderBy(...order(which))
        .limit(MOST + 1);
  if (rows.length > MOST)
    throw new ProblemError('invalid_request', `These are more than ${MOST.toLocaleString('en')} documents. Narrow the filter.`);
  const name = `${single ? single.name.replace(/\.[A-Za-z0-9]{1,5}$/, '') : 'documents'}.${query.format}`;
  const file = { name, mediaType: MEDIA_TYPES[query.format] };
  const records = readRecords(desk, rows);
  if (query.format === 'json') {
    if (!single) return { ...file, body: Readable.from(jsonExport(records, query.values)) };
    const { value } = await records.next();
    return { ...file, body: `${JSON.stringify(jsonOf(value as ExportRecord, query.values), null, 2)}\n` };
  }
  const schemas = await listSchemasOf(desk, rows);
  if (query.format === 'xlsx') return { ...file, body: await xlsxExport(records, schemas, query.values) };
  if (query.rows !== undefined && !rowsFieldNames(schemas).includes(query.rows)) {
    throw new ProblemError('invalid_request', `None of these documents has rows called “${query.rows}”.`);
  }
  const table = query.rows === undefined ? documentTable(schemas, query.values, true) : rowsTable(schemas, query.rows, query.values);
  return { ...file, body: Readable.from(csvExport(records, table)) };
}

function condition(which: { ids: string[] } | { filter: DocumentsQuery }): SQL | undefined {
  if (!('ids' in which)) return filterCondition(which.filter);
  return inArray(
    documents.id,
    which.ids.filter((id) => UUID.test(id)),
  );
}

function order(which: { ids: string[] } | { filter: DocumentsQuery }): SQL[] {
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
        .where(and(inArray(decisions.documentId, ids), eq(decisions.kind, 'approve')))
        .orderBy(asc(decisions.revision)),
    ]);
    const approvalOf = new Map(approvals.map((approval) => [approval.documentId, approval]));
    for (const row of batch) {
      const approval = approvalOf.get(row.id);
      const approved = approval && { at: approval.at.toISOString(), by: approval.actorName, signed_off_flags: approval.signedOffFlags };
      yield exportRecord(row, reviews.get(row.id), approved ?? null);
    }
  }
}

/** The schema versions that the documents' values follow, newest version of each schema first, so that its order of fields wins. */
async function listSchemasOf(desk: Desk, rows: readonly DocumentRow[]): Promise<Schema[]> {
  if (rows.length === 0) return [];
  const used = await desk.database
    .selectDistinct({ id: extractions.schemaId, version: extractions.schemaVersion })
    .from(extractions)
    .where(
      inArray(
        extractions.documentId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(extractions.schemaId), desc(extractions.schemaVersion));
  const found = await Promise.all(used.map(({ id, version }) => findSchemaVersion(desk.database, id, version)));
  return found.filter((schema) => schema !== null);
}
