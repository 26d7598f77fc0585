import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStoredFiles } from '../testing/list-stored-files.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

const LIMIT = 4 * 1024 * 1024;
const IDLE_MS = 8_000;
const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const TAIL = '\r\n--b--\r\n';

let test: TestService;
let address: { host: string; port: number };
beforeAll(async () => {
  test = await startTestService({
    service: { maxUploadBytes: LIMIT, uploadIdleMs: IDLE_MS, host: 'service.invalid', bind: '127.0.0.1', port: 0 },
  });
  address = await test.service.startHttp();
});
afterAll(() => test.close());

const stored = () => listStoredFiles(test.folder);
const count = async () => ((await (await test.ask('/v1/documents?limit=200')).json()) as { items: unknown[] }).items.length;

it('listens on its own address, whatever the name is that others reach it by', () => {
  expect(address).toEqual({ host: '127.0.0.1', port: expect.any(Number) });
});

type Answer = { status: number; body: { code?: string } };

/** Sends chunks one after the other; resolves with the answer whenever it comes. */
function send(
  chunks: (answered: Promise<void>) => AsyncIterable<string | Buffer>,
  headers: Record<string, string> = {},
): Promise<Answer & { sentBytes: number }> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let recordAnswer = () => {};
    let isAnswered = false;
    const answered = new Promise<void>((done) => {
      recordAnswer = () => {
        isAnswered = true;
        done();
      };
    });
    const outgoing = request(
      {
        ...address,
        path: '/v1/documents',
        method: 'POST',
        headers: { authorization: `Bearer ${test.key}`, 'content-type': 'multipart/form-data; boundary=b', ...headers },
      },
      async (incoming) => {
        recordAnswer();
        const parts: Buffer[] = [];
        for await (const part of incoming) parts.push(part as Buffer);
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()), sentBytes });
      },
    );
    // bytes that are still under way when the service hangs up
    outgoing.on('socket', (socket) => socket.on('error', () => undefined));
    outgoing.on('error', (error) => {
      recordAnswer();
      reject(error);
    });
    void (async () => {
      for await (const chunk of chunks(answered)) {
        if (isAnswered || outgoing.destroyed) return;
        sentBytes += chunk.length;
        if (!outgoing.write(chunk)) await Promise.race([new Promise((drained) => outgoing.once('drain', drained)), answered]);
      }
      if (!isAnswered) outgoing.end();
    })();
  });
}

describe('an upload over a connection', () => {
  it('is refused while it streams when it is too large, long before its end', async () => {
    const before = [stored(), await count()];
    const answer = await send(async function* () {
      yield HEAD;
      for (let sent = 0; sent < 40; sent += 1) {
        yield Buffer.alloc(1024 * 1024, 'x');
        await sleep(5);
      }
      yield TAIL;
    });
    expect([answer.status, answer.body.code]).toEqual([413, 'file_too_large']);
    expect(answer.sentBytes).toBeLessThan(30 * 1024 * 1024);
    expect([stored(), await count()]).toEqual(before);
  });

  it('leaves nothing when the caller hangs up', async () => {
    const before = [stored(), await count()];
    await new Promise<void>((resolve) => {
      const socket = connect(address.port, address.host, () => {
        socket.write(
          `POST /v1/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n${HEAD}some bytes`,
        );
        setTimeout(() => {
          socket.destroy();
          resolve();
        }, 200);
      });
    });
    await until(
      async () => JSON.stringify([stored(), await count()]),
      (now) => now === JSON.stringify(before),
    );
  });

  it('is given up when nothing arrives for too long', async () => {
    const answer = await send(async function* (answered) {
      yield HEAD;
      yield 'a little';
      await answered;
      yield TAIL;
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'upload_interrupted']);
  });

  it('may be as slow as it likes while something arrives', async () => {
    const answer = await send(async function* () {
      yield HEAD;
      for (let index = 0; index < 12; index += 1) {
        yield `line ${index}\n`;
        await sleep(IDLE_MS / 10);
      }
      yield TAIL;
    });
    expect(answer.status).toBe(201);
  });
});

describe('stopping', () => {
  it('answers 503 with Retry-After to new requests while running ones end', async () => {
    const other = await startTestService({ worker: false, service: { host: '127.0.0.1', port: 0 } });
    try {
      await other.service.drain(100);
      const answer = await other.ask('/v1/documents');
      expect([answer.status, (await answer.json()).code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '3']);
    } finally {
      await other.close();
    }
  });
});
