import { integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { DeskSummary, SummaryEndpoint, SummaryFact, SummarySentence, SummaryState } from '#lib/contract/desk/deployment.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { documents } from '../documents/tables.ts';

/** The summary a person last asked for. */
export const summaries = deskRoom.table('summaries', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** Part of the idempotency key; raised by each request. */
  run: integer('run').notNull().default(1),
  endpoint: text('endpoint').$type<SummaryEndpoint>().notNull(),
  state: text('state').$type<SummaryState>().notNull(),
  text: text('text'),
  sentences: jsonb('sentences').$type<SummarySentence[]>().notNull().default([]),
  title: jsonb('title').$type<DeskSummary['title']>(),
  note: text('note'),
  facts: jsonb('facts').$type<SummaryFact[]>().notNull().default([]),
  /** The last action of people that its facts know of, and the extraction they come from. */
  afterAction: integer('after_action').notNull().default(0),
  ofJobId: text('of_job_id'),
  failure: jsonb('failure').$type<Failure>(),
  raw: jsonb('raw').$type<unknown>(),
  requestedAt: moment('requested_at').notNull(),
  settledAt: moment('settled_at'),
});
