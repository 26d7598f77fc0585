import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createBreakableConnection } from '../testing/breakable-connection.ts';
import { createDatabase } from './database.ts';
import { createTestDatabase } from './testing/test-database.ts';

test('connections that the server ends, idle or within a transaction, cost one failed statement and not the process', async () => {
  const server = await createTestDatabase();
  const { database, pool, close } = createDatabase(server.url, { max: 2 });
  const endAll = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  const broken = database.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await server.database.execute(endAll);
    // the one that ends it is answered before it has ended
    await expect
      .poll(() =>
        tx.execute(sql`select 2`).then(
          () => 'alive',
          () => 'ended',
        ),
      )
      .toBe('ended');
    await tx.execute(sql`select 2`);
  });
  await expect(broken).rejects.toThrow();
  const { rows } = await database.execute(sql`select 3 as three`);
  expect(rows).toEqual([{ three: 3 }]);
  await server.database.execute(endAll);
  await expect.poll(() => pool.totalCount).toBe(0);
  expect((await database.execute(sql`select 4 as four`)).rows).toEqual([{ four: 4 }]);
  await close();
  await server.close();
});

test('a transaction whose connection ends before it begins keeps no connection of the pool', async () => {
  const server = await createTestDatabase();
  const { database, pool, close } = createDatabase(server.url, { max: 1, waitMs: 5_000 });
  pool.once('acquire', (client) => (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy());
  await expect(database.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  expect((await database.execute(sql`select 2 as two`)).rows).toEqual([{ two: 2 }]);
  await close();
  await server.close();
});

test('a connection whose rollback failed is not used again', async () => {
  const server = await createTestDatabase();
  const { database, pool, close } = createDatabase(server.url, { max: 1 });
  pool.once('acquire', (client) => {
    const query = client.query.bind(client) as (...inputs: unknown[]) => Promise<unknown>;
    const refuse = (statement: { text: string }, ...rest: unknown[]) =>
      statement.text === 'rollback' ? Promise.reject(new Error('no rollback')) : query(statement, ...rest);
    Object.assign(client, { query: refuse });
  });
  const broken = database.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '1MB'`);
    throw new Error('refused');
  });
  await expect(broken).rejects.toThrow();
  expect(
    (await database.execute(sql`select pg_current_xact_id_if_assigned() as open, current_setting('work_mem') as memory`)).rows,
  ).toEqual([{ open: null, memory: '4MB' }]);
  await close();
  await server.close();
});

test('a limit for statements is set in each connection', async () => {
  const server = await createTestDatabase();
  const { pool, close } = createDatabase(server.url, { max: 1, statementMs: 60_000 });
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '1min' }]);
  await close();
  await server.close();
});

test('the server is told to look after sessions whose machine may be gone', async () => {
  const server = await createTestDatabase();
  const { database, close } = createDatabase(server.url, { max: 1, statementMs: 5000 });
  const { rows } = await database.execute<{ name: string }>(
    sql`select name from pg_settings where source = 'session' and (name like 'tcp%' or name = 'statement_timeout') order by name`,
  );
  const names = ['statement_timeout', 'tcp_keepalives_count', 'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_user_timeout'];
  expect(rows.map(({ name }) => name)).toEqual(names);
  await close();
  await server.close();
});

test.runIf(process.platform === 'linux')(
  'a silent connection is looked after by the system, so that a server that is gone is noticed',
  async () => {
    const server = await createTestDatabase();
    const way = await createBreakableConnection(server.url);
    const { database, pool, close } = createDatabase(way.url, { max: 1 });
    let port = 0;
    pool.once('acquire', (client) => {
      port = (client as unknown as { connection: { stream: Socket } }).connection.stream.localPort ?? 0;
    });
    await database.execute(sql`select 1`);
    const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    // the sixth part of a line says which timer runs: 02 is the one that asks whether the other side is still there
    const timer = () =>
      readFileSync('/proc/net/tcp', 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .find((parts) => parts[1]?.endsWith(local))?.[5]
        ?.slice(0, 2);
    await expect.poll(timer).toBe('02');
    await close();
    await way.close();
    await server.close();
  },
);
