import { bigint, index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { anyJson, deskRoom, moment } from '../context/columns.ts';

/**
 * The audit trail: append-only, each entry chained to the one before by `hash`. `hash` covers the facts and
 * `valuesHash`; the values themselves may be taken out when their document is removed, without breaking the chain.
 */
export const auditEntries = deskRoom.table(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    documentId: uuid('document_id'),
    event: text('event').notNull(),
    pointer: text('pointer'),
    oldValue: anyJson('old_value'),
    newValue: anyJson('new_value'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    /** Random, so that a removed value cannot be guessed from its hash; removed with it. */
    salt: text('salt'),
    /** Address and session of the browser that asked; null for what the desk does itself. Part of the facts. */
    origin: jsonb('origin').$type<{ address: string | null; session: string | null }>(),
    valuesHash: text('values_hash').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [index('audit_document').on(table.documentId, table.id)],
);
