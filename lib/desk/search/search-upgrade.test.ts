import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer, SERVER_URL, withDatabase } from '#lib/platform/database/testing/test-database.ts';

const FOLDER = path.join(process.cwd(), 'lib/desk/migrations');
const NAME = 'upgrade_of_search';
const ROLE = 'upgrade_of_search_owner';
const AT = '2026-11-20T10:00:00.000Z';
let client: pg.Client;

const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();
const cells = files.findIndex((name) => name.endsWith('_document_cells.sql'));
const own = files.findIndex((name) => name.endsWith('_search.sql'));

async function apply(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const statements = readFileSync(path.join(FOLDER, name), 'utf8').split('--> statement-breakpoint');
    for (const statement of statements) if (statement.trim()) await client.query(statement);
  }
}

beforeAll(async () => {
  const server = process.env[SERVER_URL]!;
  await administer(server, `drop database if exists ${NAME} with (force)`);
  await administer(server, `drop role if exists ${ROLE}`);
  await administer(server, `create role ${ROLE} nosuperuser nocreaterole`);
  await administer(server, `create database ${NAME} owner ${ROLE}`);
  client = new pg.Client({ connectionString: withDatabase(server, NAME) });
  await client.connect();
  // from here on with no right but that of the database's owner
  await client.query(`set session authorization ${ROLE}`);
  await apply(files.slice(0, own));
  for (const [last, day] of [
    [1, '2026-11-01'],
    [2, '2026-11-03'],
    [3, '2026-11-02'],
  ] as const) {
    await client.query(
      `insert into desk.documents (id, name, state, size, sha256, created_at, updated_at) values ($1, 'a.pdf', 'to_review', 1, 'a', $2, $3)`,
      [`00000000-0000-4000-8000-00000000000${last}`, `${day}T10:00:00Z`, AT],
    );
  }
  await apply(files.slice(own, cells));
});

afterAll(async () => {
  await client.end();
  await administer(process.env[SERVER_URL]!, `drop database if exists ${NAME} with (force)`);
  await administer(process.env[SERVER_URL]!, `drop role if exists ${ROLE}`);
});

test('the upgrade needs no extension and no right but that of the database’s owner', async () => {
  const { rows } = await client.query(`select extname from pg_extension where extname <> 'plpgsql'`);
  expect(rows).toEqual([]);
});

test('documents of before wait to be made findable, the newest first', async () => {
  const { rows } = await client.query('select document_id from desk.stale_searches where due_at <= now() order by turn desc');
  expect(rows.map(({ document_id: id }: { document_id: string }) => id.at(-1))).toEqual(['2', '3', '1']);
});

test('documents of before whose rows had no cells to filter by wait to be indexed again, the others not', async () => {
  await client.query('delete from desk.stale_searches');
  await client.query(`insert into desk.document_values (document_id, schema_id, field, text, folded, number) values
    ('00000000-0000-4000-8000-000000000002', 's', 'lines', '12 rows', '12 rows', 12),
    ('00000000-0000-4000-8000-000000000003', 's', 'total', '12', '12', 12)`);
  await apply(files.slice(cells));
  const { rows } = await client.query('select document_id from desk.stale_searches');
  expect(rows.map(({ document_id: id }: { document_id: string }) => id.at(-1))).toEqual(['2']);
});
