import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer, SERVER_URL, withDatabase } from '#lib/platform/database/testing/test-database.ts';

const FOLDER = path.join(process.cwd(), 'lib/desk/migrations');
const NAME = 'upgrade_of_remote_jobs';
const AT = '2026-11-20T10:00:00.000Z';
let client: pg.Client;

/** The statements of the migrations from `first` on, before `end`. */
async function apply(first: string, end: string): Promise<void> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name >= first && name < end);
  for (const file of files.toSorted()) {
    const statements = readFileSync(path.join(FOLDER, file), 'utf8').split('--> statement-breakpoint');
    for (const statement of statements) if (statement.trim()) await client.query(statement);
  }
}

async function addDocument(id: string, state: string, submission: Record<string, unknown>): Promise<void> {
  await client.query(
    `insert into desk.documents (id, name, state, size, sha256, created_at, updated_at) values ($1, 'a.pdf', $2, 1, 'a', $3, $3)`,
    [id, state, AT],
  );
  const columns = { document_id: id, deployment_id: 'there', step_at: AT, ...submission };
  const places = Object.keys(columns).map((_, index) => `$${index + 1}`);
  await client.query(
    `insert into desk.submissions (${Object.keys(columns).join(', ')}) values (${places.join(', ')})`,
    Object.values(columns),
  );
}

const ID = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;

beforeAll(async () => {
  const server = process.env[SERVER_URL]!;
  await administer(server, `drop database if exists ${NAME} with (force)`);
  await administer(server, `create database ${NAME}`);
  client = new pg.Client({ connectionString: withDatabase(server, NAME) });
  await client.connect();
  await apply('0000', '0014');
  await client.query(`insert into desk.deployments (id, name) values ('there', 'There')`);
  await addDocument(ID(1), 'received', { sending: 2, handed_over_at: AT });
  await addDocument(ID(2), 'indexing', { remote_document_id: 'doc-2', looks: 7 });
  await addDocument(ID(3), 'extracting', { remote_document_id: 'doc-3', remote_job_id: 'job-3', run: 4, looks: 9 });
  await addDocument(ID(4), 'extracting', { remote_document_id: 'doc-4', handed_over_at: AT });
  await addDocument(ID(5), 'classifying', { remote_document_id: 'doc-5', remote_job_id: 'job-5' });
  await addDocument(ID(6), 'indexed', { remote_document_id: 'doc-6' });
  const summary = `insert into desk.summaries (document_id, run, endpoint, state, service_status, remote_job_id, requested_at) values`;
  await client.query(`${summary} ($1, 3, 'deprecated', 'running', 'waiting for the answer', null, $2)`, [ID(5), AT]);
  await client.query(`${summary} ($1, 1, 'job', 'running', 'pending', 'summary-6', $2)`, [ID(6), AT]);
  await client.query(
    `insert into desk.splittings (document_id, run, state, remote_job_id, requested_at) values ($1, 2, 'running', 'splitting-6', $2)`,
    [ID(6), AT],
  );
  const learning = { name: 'Order', document_id: ID(6), job_id: 'job-9', begun_at: AT, handed_over_at: AT, failure: null };
  await client.query(
    `insert into desk.schema_mappings (deployment_id, remote_schema_id, learning, at, by_id, by_name) values ('there', 's-9', $1, $2, 'ada', 'Ada')`,
    [JSON.stringify(learning), AT],
  );
  await apply('0014', '0015');
}, 120_000);

afterAll(async () => {
  await client?.end();
  await administer(process.env[SERVER_URL]!, `drop database if exists ${NAME} with (force)`);
});

test('an upgrade takes over what is under way at deployments, and what was being handed over', async () => {
  const { rows } = await client.query(`select * from desk.remote_jobs order by document_id nulls last, kind`);
  const found = rows.map((row) => [
    row.document_id ? Number(row.document_id.at(-1)) : row.remote_schema_id,
    row.kind,
    row.run,
    row.remote_id,
    row.unchanged_polls,
    row.in_flight_since !== null,
  ]);
  expect(found).toEqual([
    [1, 'document', 2, null, 0, true],
    [2, 'document', 1, null, 7, false],
    [3, 'document', 1, null, 0, false],
    [3, 'extraction', 4, 'job-3', 9, false],
    [4, 'document', 1, null, 0, false],
    [4, 'extraction', 1, null, 0, true],
    [5, 'classification', 1, 'job-5', 0, false],
    [5, 'document', 1, null, 0, false],
    [5, 'summary', 3, null, 0, true],
    [6, 'document', 1, null, 0, false],
    [6, 'splitting', 2, 'splitting-6', 0, false],
    [6, 'summary', 1, 'summary-6', 0, false],
    ['s-9', 'learning', 1, 'job-9', 0, true],
  ]);
});

test('what people see of a schema that is being learned stays', async () => {
  const { rows } = await client.query(`select learning from desk.schema_mappings`);
  expect(rows[0].learning).toEqual({ name: 'Order', document_id: ID(6), begun_at: AT, failure: null });
});
