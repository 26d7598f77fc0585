import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../migrate.ts';
import { createEmptyDatabase } from './test-database.ts';

type Row = Record<string, unknown>;
export type DatabaseBefore = {
  rowsOf: (query: string) => Promise<Row[]>;
  /** Brings it to the newest migration. */
  upgrade: () => Promise<void>;
  close: () => Promise<void>;
};

/** A database as it was before a migration. @param tag the migration’s file name without its ending */
export async function createDatabaseBefore({ schema, folder }: { schema: string; folder: string }, tag: string): Promise<DatabaseBefore> {
  const connection = await createEmptyDatabase();
  const before = mkdtempSync(path.join(tmpdir(), 'countersign-migrations-'));
  cpSync(folder, before, { recursive: true });
  const journal = path.join(before, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const end = entries.findIndex((entry) => entry.tag === tag);
  if (end < 0) throw new Error(`There is no migration ${tag}.`);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, end) }));
  await migrate({ url: connection.url, folders: [{ schema, folder: before }] });
  return {
    rowsOf: async (query) => (await connection.database.execute(query)).rows,
    upgrade: () => migrate({ url: connection.url, folders: [{ schema, folder }] }),
    close: async () => {
      await connection.close();
      rmSync(before, { recursive: true });
    },
  };
}
