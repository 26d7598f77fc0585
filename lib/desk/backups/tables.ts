import { bigint, boolean, index, text, uuid } from 'drizzle-orm/pg-core';
import { deskRoom, moment } from '../context/columns.ts';

/** Runs of `countersign backup` on this installation, the newest of them. */
export const backupRuns = deskRoom.table(
  'backup_runs',
  {
    id: uuid('id').primaryKey(),
    startedAt: moment('started_at').notNull(),
    /** When the command was heard of last. */
    seenAt: moment('seen_at').notNull(),
    endedAt: moment('ended_at'),
    outcome: text('outcome').$type<'done' | 'incomplete' | 'failed' | 'stopped'>(),
    rows: bigint('rows', { mode: 'number' }),
    files: bigint('files', { mode: 'number' }),
    addedBytes: bigint('added_bytes', { mode: 'number' }),
    isEncrypted: boolean('is_encrypted'),
  },
  (table) => [index('backup_runs_started').on(table.startedAt)],
);
