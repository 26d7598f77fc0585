import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { listMigrationFolders } from './migration-folders.ts';
import { dumpStructure } from './testing/dump-structure.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/test-database.ts';

const FILE = path.resolve('docs/database.sql');
const HEAD = `-- The structure of the database after all migrations, written by \`npm run structure\`. Nothing reads it: the migrations
-- make the database. A test compares the two, so that a change of a table shows in a change of this file.
-- The queue's own tables (pg-boss) and the journals of the migrations are left out.
`;

let empty: TestDatabase;
beforeAll(async () => {
  empty = await createEmptyDatabase();
  await migrate({ url: empty.url, folders: listMigrationFolders(process.cwd()) });
});
afterAll(() => empty.close());

test('docs/database.sql is the structure that the migrations make; otherwise run `npm run structure`', async () => {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const schemas = listMigrationFolders(process.cwd()).map(({ schema }) => schema);
  const { tables, guards } = await dumpStructure(client, schemas).finally(() => client.end());
  await expect(`${HEAD}\n${tables.join('\n\n')}\n\n${guards.join('\n')}\n`).toMatchFileSnapshot(FILE);
});
