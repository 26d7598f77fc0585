import { and, asc, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { exportAuditQuerySchema } from '#lib/contract/desk/audit.ts';
import type { AuditEntry } from '#lib/contract/desk/audit-entry.ts';
import { actorName } from '#lib/document/review/actor-name.ts';
import { encodeText } from '#lib/platform/http/encode-text.ts';
import { auditEntries } from '../../audit/tables.ts';
import type { Desk } from '../../context/desk.ts';
import { documents } from '../../documents/tables.ts';
import { csvCell } from '../csv-export.ts';
import { auditCondition, toAuditEntries } from './list-audit.ts';

const BATCH = 1000;
const COLUMNS = [
  'id',
  'at',
  'actor_id',
  'actor',
  'address',
  'session',
  'event',
  'document_id',
  'document',
  'pointer',
  'field',
  'old_value',
  'new_value',
  'detail',
];

/** The entries that a filter selects, oldest first, as a file made while it is sent, in constant memory. */
export function exportAudit(
  desk: Desk,
  query: z.output<typeof exportAuditQuerySchema>,
): { name: string; mediaType: string; body: AsyncIterable<Uint8Array> } {
  const isCsv = query.format === 'csv';
  return {
    name: `audit.${query.format}`,
    mediaType: isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl',
    body: encodeText(isCsv ? asCsv(readEntries(desk, query)) : asLines(readEntries(desk, query))),
  };
}

type Entry = AuditEntry & { values_hash: string; previous_hash: string; hash: string };

async function* readEntries(desk: Desk, query: z.output<typeof exportAuditQuerySchema>): AsyncGenerator<Entry[]> {
  let last = 0;
  for (;;) {
    const rows = await desk.database
      .select({ entry: auditEntries, documentName: documents.name })
      .from(auditEntries)
      .leftJoin(documents, eq(documents.id, auditEntries.documentId))
      .where(and(auditCondition(query), gt(auditEntries.id, last)))
      .orderBy(asc(auditEntries.id))
      .limit(BATCH);
    const entries = await toAuditEntries(desk.database, rows);
    yield entries.map((entry, index) => {
      const { valuesHash, previousHash, hash } = rows[index]!.entry;
      return { ...entry, values_hash: valuesHash, previous_hash: previousHash, hash };
    });
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.entry.id;
  }
}

async function* asLines(portions: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  for await (const entries of portions) if (entries.length > 0) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** UTF-8 with a byte order mark; texts that a spreadsheet would run are made harmless (see `csvCell`). */
async function* asCsv(portions: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  yield `\ufeff${COLUMNS.join(',')}\r\n`;
  for await (const entries of portions) if (entries.length > 0) yield entries.map(csvLine).join('');
}

function csvLine(entry: Entry): string {
  const detail = Object.keys(entry.detail).length > 0 ? JSON.stringify(entry.detail) : null;
  const cells = [
    Number(entry.id),
    entry.at,
    entry.actor?.id,
    actorName(entry),
    entry.origin?.address,
    entry.origin?.session,
    entry.event,
    entry.document_id,
    entry.document_name,
    entry.pointer,
    entry.field_label,
    plain(entry.old_value),
    plain(entry.new_value),
    detail,
  ];
  return `${cells.map((value) => csvCell({ value: value ?? null, type: 'string' })).join(',')}\r\n`;
}

function plain(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
}
