import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { migrate } from '#lib/platform/database/migrate.ts';
import type { MigrationFolder } from '#lib/platform/database/migration-folders.ts';
import { QUEUE_SCHEMA } from '#lib/platform/database/migration-state.ts';
import { BackupError } from '../backup-error.ts';
import { quote } from './connect.ts';
import { JOURNAL } from './list-tables.ts';

/** What made a database: the newest migration of each room (when it was made, in milliseconds since 1970), and the queue's version. */
export type Migrations = { migrations: Record<string, number>; queue: number };

export async function findMigrations(client: pg.Client): Promise<Migrations> {
  const { rows: rooms } = await client.query<{ name: string }>('select tablename::text as name from pg_tables where schemaname = $1', [
    JOURNAL,
  ]);
  const migrations: Record<string, number> = {};
  for (const { name } of rooms) {
    const { rows } = await client.query<{ newest: string | null }>(`select max(created_at)::text as newest from ${quote(JOURNAL, name)}`);
    if (rows[0]?.newest != null) migrations[name] = Number(rows[0].newest);
  }
  const { rows: queue } = await client.query(`select to_regclass('pgboss.version') is not null as there`);
  if (!(queue[0] as { there: boolean }).there) return { migrations, queue: 0 };
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return { migrations, queue: rows[0]?.version ?? 0 };
}

type Entry = { when: number };
type Journal = { entries: Entry[] };

/**
 * Says whether this version can restore what `wanted` made.
 * @throws BackupError for a backup of a newer version, or one whose migrations this version does not know
 */
export function requireKnownMigrations(folders: readonly MigrationFolder[], wanted: Migrations): void {
  const refuse = () => {
    throw new BackupError('This backup was made by a newer version of Countersign. Restore it with that version, or a newer one.');
  };
  if (wanted.queue > QUEUE_SCHEMA) refuse();
  for (const [schema, newest] of Object.entries(wanted.migrations)) {
    const room = folders.find((folder) => folder.schema === schema);
    if (!room || !readJournal(room.folder).entries.some(({ when }) => when === newest)) refuse();
  }
}

/** Makes the tables of an empty database as they were when the backup was made. The queue's tables are those of today. */
export async function migrateTo(url: string, folders: readonly MigrationFolder[], { migrations }: Migrations): Promise<void> {
  const top = mkdtempSync(path.join(tmpdir(), 'countersign-migrations-'));
  try {
    const then: MigrationFolder[] = [];
    for (const { schema, folder } of folders) {
      const newest = migrations[schema];
      if (newest === undefined) continue;
      const copy = path.join(top, schema);
      cpSync(folder, copy, { recursive: true });
      const journal = readJournal(folder);
      const entries = journal.entries.filter(({ when }) => when <= newest);
      writeFileSync(journalOf(copy), JSON.stringify({ ...journal, entries }));
      then.push({ schema, folder: copy });
    }
    await migrate({ url, folders: then });
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

const journalOf = (folder: string) => path.join(folder, 'meta', '_journal.json');

function readJournal(folder: string): Journal {
  return JSON.parse(readFileSync(journalOf(folder), 'utf8')) as Journal;
}
