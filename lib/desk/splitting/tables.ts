import { integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { SplitProposal } from '#lib/contract/desk/splitting.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { documents } from '../documents/tables.ts';

/** What the engine proposed when it was last asked where one document ends and the next begins. */
export const splittings = deskRoom.table('splittings', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** Part of the idempotency key; raised by each request. */
  run: integer('run').notNull().default(1),
  state: text('state').$type<SplitProposal['state']>().notNull(),
  segments: jsonb('segments').$type<SplitProposal['segments']>().notNull().default([]),
  engine: text('engine'),
  failure: jsonb('failure').$type<Failure>(),
  /** Null when the desk asked by itself. */
  requestedById: text('requested_by_id'),
  requestedAt: moment('requested_at').notNull(),
  settledAt: moment('settled_at'),
});
