import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createS3BlobStore } from './blobs/s3-blob-store.ts';
import { createDatabase } from './database/database.ts';
import { createTestDatabase, type TestDatabase } from './database/testing/test-database.ts';
import { findOutage, OutageError } from './outage-error.ts';
import { type BreakableConnection, createBreakableConnection } from './testing/breakable-connection.ts';

const outageOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (caught) => caught,
  );
  const outage = findOutage(error);
  return outage && [outage.dependency, outage.kind];
};

describe('a database', () => {
  let server: TestDatabase;
  let way: BreakableConnection;
  beforeEach(async () => {
    server = await createTestDatabase();
    way = await createBreakableConnection(server.url);
  });
  afterEach(async () => {
    await way.close();
    await server.close();
  });

  test('that breaks off, within a transaction or not, is away; a statement that is wrong is not', async () => {
    const { database, close } = createDatabase(way.url);
    await database.execute(sql`select 1`);
    expect(await outageOf(database.execute(sql`select nonsense`))).toBeNull();
    const broken = database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      way.break();
      await tx.execute(sql`select 2`);
    });
    expect(await outageOf(broken)).toEqual(['database', 'away']);
    expect(await outageOf(database.execute(sql`select 3`))).toEqual(['database', 'away']);
    expect(await outageOf(database.transaction(async () => undefined))).toEqual(['database', 'away']);
    way.mend();
    await expect.poll(() => outageOf(database.execute(sql`select 4`))).toBeNull();
    await close();
  });

  test('that ends a session or does not know us is told apart', async () => {
    const { database, close } = createDatabase(way.url);
    const ended = database.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    expect(await outageOf(ended)).toEqual(['database', 'away']);
    await close();
    const wrong = createDatabase(way.url.replace(/\/[^/]*$/, '/no_such_database'));
    expect(await outageOf(wrong.database.execute(sql`select 1`))).toEqual(['database', 'refused']);
    await wrong.close();
  });
});

describe('a bucket', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-outage-'));
  let server: Server;
  let answer: { status: number; body?: string } | 'hang up' | 'break off' = { status: 200 };
  let endpoint = '';
  const open = () =>
    createS3BlobStore(
      { kind: 's3', endpoint, bucket: 'b', region: 'us-east-1', accessKey: 'a', secretKey: 's' },
      path.join(folder, 'incoming'),
    );

  beforeEach(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (answer === 'hang up') {
        response.destroy();
      } else if (answer === 'break off') {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half', () => response.destroy());
      } else {
        const { status, body = '' } = answer;
        request.on('end', () => response.writeHead(status).end(body));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('that refuses, has no such bucket, fails, hangs up or is gone is an outage of the storage', async () => {
    const store = open();
    const asks = [
      () => store.has('files/a'),
      () => store.get('files/a'),
      () => store.put('files/a', randomBytes(10)),
      () => store.remove('files/a'),
    ];
    for (const [now, kind] of [
      [{ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }, 'refused'],
      [{ status: 503 }, 'away'],
      ['hang up', 'away'],
    ] as const) {
      answer = now;
      for (const ask of asks) expect(await outageOf(ask())).toEqual(['storage', kind]);
      expect(await outageOf(store.probe())).toEqual(['storage', kind]);
    }
    answer = { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' };
    expect(await outageOf(store.get('files/a'))).toEqual(['storage', 'refused']);
    expect(await outageOf(store.put('files/a', randomBytes(10)))).toEqual(['storage', 'refused']);
    answer = { status: 404 };
    await expect(store.get('files/a')).rejects.toThrow('no such blob');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (const ask of asks) expect(await outageOf(ask())).toEqual(['storage', 'away']);
  });

  test('that breaks off within a blob is an outage too', async () => {
    answer = 'break off';
    expect(await outageOf(open().get('files/a').then(buffer))).toEqual(['storage', 'away']);
    expect(await outageOf(open().localPath('files/a'))).toEqual(['storage', 'away']);
  });

  test('an upload that its sender breaks off is no outage', async () => {
    const cut = new Readable({ read: () => undefined });
    const receiving = open().receive(cut, { maxBytes: 100 });
    cut.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET', syscall: 'read' }));
    expect(await outageOf(receiving)).toBeNull();
  });
});

test('a problem that is meant for the caller is no outage, but a full disk is', () => {
  const away = new OutageError('storage', 'away', 'x');
  expect(findOutage(new ProblemError('deployment_unreachable', 'x', { cause: away }))).toBeNull();
  expect(findOutage(new Error('outer', { cause: away }))).toBe(away);
  expect(findOutage(new ProblemError('storage_full'))).toMatchObject({ dependency: 'storage', kind: 'full' });
});
