import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { NightlyConditions } from '#lib/contract/desk/insights/nightly-check.ts';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { PreviewChange, PreviewCounts } from '#lib/contract/desk/schemas/schema-preview.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { documents } from '../documents/tables.ts';
import { schemas } from '../schemas/tables.ts';

/** Runs of the nightly check, over all schemas. */
export const nightlyRuns = deskRoom.table(
  'nightly_runs',
  {
    id: uuid('id').primaryKey(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    outcome: text('outcome').$type<'done' | 'late' | 'off'>(),
    /** Name of who asked for it; null = it began by itself. */
    byName: text('by_name'),
    /** Documents. */
    planned: integer('planned').notNull(),
    done: integer('done').notNull().default(0),
    /** What is to be checked, schema by schema; empty when the run has ended. */
    plan: jsonb('plan').$type<NightlyPlan>().notNull(),
    /** Why it waits. */
    trouble: text('trouble'),
  },
  (table) => [index('nightly_runs_started').on(table.startedAt)],
);
/** `approved`: documents of the schema that could be checked. */
export type NightlyPlan = { schemaId: string; approved: number; documentIds: string[] }[];

/** How a schema did in a run: sums only, nothing of what stands in documents. */
export const nightlyChecks = deskRoom.table(
  'nightly_checks',
  {
    id: uuid('id').primaryKey(),
    schemaId: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    documents: integer('documents').notNull(),
    failed: integer('failed').notNull(),
    /** Of all documents of the night. */
    values: integer('values').notNull(),
    right: integer('right').notNull(),
    /** Documents with values of an earlier check, and when the oldest of these are from. */
    compared: integer('compared').notNull(),
    since: moment('since'),
    fields: jsonb('fields').$type<NightlyField[]>().notNull(),
    probability: doublePrecision('probability').notNull(),
    fell: boolean('fell').notNull(),
    before: jsonb('before').$type<NightlyConditions>().notNull(),
    now: jsonb('now').$type<NightlyConditions>().notNull(),
    /** Changes that are not kept with their documents. */
    left: integer('left').notNull(),
  },
  (table) => [index('nightly_checks_schema').on(table.schemaId, table.at)],
);
/** `values` and `right`: of all documents of the night; `paired`: of those that were compared. */
export type NightlyField = Pick<PreviewCounts, 'field' | 'label' | 'type' | 'values'> & { right: number; paired: PreviewCounts };

/** What was extracted from a document in a check. */
export type CheckedValues = { at: string; schemaVersion: number; engine: string; approved: number; fields: MergedFields };
/** What came of a document in the run that is under way. `compared`: with what is kept of it; null = nothing is. */
export type CheckedDocument = {
  runId: string;
  failure: string | null;
  values: CheckedValues | null;
  /** Judged by what was approved, on its own. */
  counts: PreviewCounts[];
  compared: { counts: PreviewCounts[]; changes: PreviewChange[]; left: number } | null;
};

/** What the nightly check has of a document; gone with it. */
export const nightlyDocuments = deskRoom.table(
  'nightly_documents',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    schemaId: text('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    /** What later checks are compared with. */
    kept: jsonb('kept').$type<CheckedValues>(),
    /** What the schema's last check changed. */
    changes: jsonb('changes').$type<PreviewChange[]>().notNull().default([]),
    /** Of the run under way, until all documents of the schema have one. */
    checked: jsonb('checked').$type<CheckedDocument>(),
  },
  (table) => [index('nightly_documents_schema').on(table.schemaId)],
);

/** Whether documents are checked each night: one row; none = they are. */
export const nightlySettings = deskRoom.table(
  'nightly_settings',
  { id: integer('id').primaryKey().default(1), isOn: boolean('is_on').notNull() },
  (table) => [check('nightly_settings_one', sql`${table.id} = 1`)],
);
