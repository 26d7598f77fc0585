import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRandom } from '#app/testing/random.ts';
import { startTestService, type TestService } from '#lib/service/testing/start-test-service.ts';
import { drawOddRequest } from './testing/draw-odd-request.ts';
import { sendRaw, statusesOf } from './testing/raw-client.ts';
import { startDoor, watchRequests } from './testing/start-door.ts';

/** Requests of the campaign; `npm run bench:smuggle` sends thousands. */
const REQUESTS = Number(process.env.SMUGGLING_REQUESTS ?? 250);

let service: TestService;
let servicePort: number;
let door: Awaited<ReturnType<typeof startDoor>>;
let watch: ReturnType<typeof watchRequests>;
let schemaId: string;

beforeAll(async () => {
  service = await startTestService({ worker: false, service: { host: '127.0.0.1', port: 0, keyRequestsPerMinute: 0 } });
  ({ port: servicePort } = await service.service.startHttp());
  door = await startDoor(`http://127.0.0.1:${servicePort}`);
  watch = watchRequests();
  const made = await service.ask('/v1/schemas', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Canary', fields: [{ name: 'total', type: 'money' }] }),
  });
  schemaId = ((await made.json()) as { id: string }).id;
});
beforeEach(() => watch.clear());
afterAll(async () => {
  watch?.stop();
  await door?.close();
  await service?.close();
});

/** A stranger to the request before: what another caller with a good key is answered through the same door. */
async function askAsVictim(mark: string): Promise<{ status: number; id: unknown }> {
  const answer = await fetch(`${door.url}/v1/schemas/${schemaId}?victim=${mark}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  return { status: answer.status, id: ((await answer.json().catch(() => null)) as { id?: unknown } | null)?.id };
}

/** What the service took for a request although the door did not. */
function findSmuggled(): string[] {
  const left = watch.of(door.port).map(({ method, url }) => `${method} ${url}`);
  const smuggled: string[] = [];
  for (const { method, url } of watch.of(servicePort)) {
    const at = left.indexOf(`${method} ${url}`);
    if (at === -1) smuggled.push(`${method} ${url}`);
    else left.splice(at, 1);
  }
  return smuggled;
}

const hiddenIn = (end: string) => `DELETE /v1/schemas/${schemaId} HTTP/1.1\r\nHost: h\r\n${end}`;
const asChunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])('a chunked body of %s is refused, and the connection ends', async (method) => {
  const answer = await sendRaw(
    door.port,
    `${method} /v1/health HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n${asChunk(hiddenIn('X-Swallow: '))}`,
  );
  expect(statusesOf(answer)).toEqual([400]);
  expect(watch.of(servicePort)).toEqual([]);
  expect(await askAsVictim(method)).toEqual({ status: 200, id: schemaId });
});

test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('a length of %s is refused, and the connection ends', async (method) => {
  const hidden = hiddenIn('X-Swallow: ');
  const answer = await sendRaw(door.port, `${method} /v1/health HTTP/1.1\r\nHost: h\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`);
  expect(statusesOf(answer)).toEqual([400]);
  expect(watch.of(servicePort)).toEqual([]);
  expect(await askAsVictim(method)).toEqual({ status: 200, id: schemaId });
});

test.each(['POST', 'PUT', 'PATCH'])('a chunked body of %s reaches the service as a body', async (method) => {
  const answer = await sendRaw(
    door.port,
    `${method} /v1/schemas HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n${asChunk(hiddenIn('X-Swallow: '))}`,
    (so) => so.includes('\r\n\r\n'),
  );
  expect(statusesOf(answer)).toEqual([401]);
  expect(watch.of(servicePort)).toEqual([{ method, url: '/v1/schemas' }]);
  expect(await askAsVictim(method)).toEqual({ status: 200, id: schemaId });
});

const POST = 'POST /v1/schemas HTTP/1.1\r\nHost: h\r\n';
test.each([
  ['CL.TE', `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`],
  ['TE.CL', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\nGET /v1/x HTTP/1.1\r\n\r\n0\r\n\r\n`],
  ['TE.TE', `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
  ['TE.TE the other way', `${POST}Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['an unknown coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a coding before chunked', `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ['chunked of HTTP/1.0', 'POST /v1/schemas HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', `${POST}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
  ['a list of lengths', `${POST}Content-Length: 3, 3\r\n\r\nabc`],
  ['a length with a sign', `${POST}Content-Length: +3\r\n\r\nabc`],
  ['a folded header', `${POST}X-Own: a\r\n b\r\n\r\n`],
  ['a folded coding', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
  ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['lines that end in a line feed', 'POST /v1/schemas HTTP/1.1\nHost: h\n\n'],
  ['a carriage return in a header', `${POST}X-Own: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two hosts', 'GET /v1/health HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n'],
  ['Connection: content-length', `${POST}Connection: content-length\r\nContent-Length: 3\r\n\r\nabc`],
  ['Connection: transfer-encoding', `${POST}Connection: keep-alive, Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['Connection: host', 'GET /v1/health HTTP/1.1\r\nHost: h\r\nConnection: host\r\n\r\n'],
])('%s is refused, and the connection ends', async (_name, bytes) => {
  const answer = await sendRaw(door.port, bytes);
  expect(statusesOf(answer)).toEqual([400]);
  expect(watch.of(servicePort)).toEqual([]);
  expect(await askAsVictim('next')).toEqual({ status: 200, id: schemaId });
});

test.each([
  ['0x3', 'abc'],
  ['3 ', 'abc'],
  ['fffffffffffffffff', 'abc'],
  ['-3', 'abc'],
  ['', 'abc'],
  ['3\n', 'abc'],
  ['2', 'abc'],
])('with the chunk size %j the connection ends, here and to the service', async (size, chunk) => {
  const hidden = hiddenIn('\r\n');
  const answer = await sendRaw(door.port, `${POST}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${chunk}\r\n0\r\n\r\n${hidden}`);
  expect(statusesOf(answer).filter((status) => status < 400)).toEqual([]);
  expect(findSmuggled()).toEqual([]);
  expect(await askAsVictim('next')).toEqual({ status: 200, id: schemaId });
});

test('requests sent one behind the other are answered each, in their order', async () => {
  const paths = ['/v1/health', '/v1/nowhere', '/v1/openapi.json', '/documents', '/v1/health?last'];
  const answer = await sendRaw(
    door.port,
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''),
    (so) => statusesOf(so).length === 5,
  );
  expect(statusesOf(answer)).toEqual([200, 401, 200, 200, 200]);
  expect(
    watch
      .of(servicePort)
      .map(({ url }) => url)
      .sort(),
  ).toEqual(['/v1/health', '/v1/health?last', '/v1/nowhere', '/v1/openapi.json']);
});

test('what stands behind a refused request is not taken from that connection', async () => {
  const answer = await sendRaw(
    door.port,
    `GET /v1/health HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcGET /v1/health?behind HTTP/1.1\r\nHost: h\r\n\r\n`,
  );
  expect(statusesOf(answer).filter((status) => status !== 400)).toEqual([]);
  expect(watch.of(servicePort)).toEqual([]);
});

test(`no request hidden in ${REQUESTS} odd ones reaches the service, and nobody else's request suffers`, async () => {
  const seed = Number(process.env.SMUGGLING_SEED ?? 7);
  const random = createRandom(seed);
  const counts: Record<string, number> = {};
  const smuggled: string[] = [];
  const harmed: string[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    watch.clear();
    const mark = `h${index}`;
    const hidden = random.pick([
      hiddenIn('X-Swallow: '),
      hiddenIn('\r\n'),
      `GET /v1/schemas?hidden=${mark} HTTP/1.1\r\nHost: h\r\n\r\n`,
      `POST /v1/documents?hidden=${mark} HTTP/1.1\r\nHost: h\r\nContent-Length: 300\r\n\r\n`,
    ]);
    const bytes = drawOddRequest(random, hidden, 'Bearer wrong-key-0123456789');
    const attacker = await openWith(bytes);
    // while the odd request may still be under way, and after its connection is gone
    const canaries = [await askAsVictim(`${mark}-during`), await askAsVictim(`${mark}-then`)];
    const answer = await attacker.end();
    canaries.push(await askAsVictim(`${mark}-after`));
    for (const answered of canaries)
      if (answered.status !== 200 || answered.id !== schemaId) harmed.push(`${JSON.stringify(bytes)} → ${JSON.stringify(answered)}`);
    for (const request of findSmuggled()) smuggled.push(`${JSON.stringify(bytes)} → ${request}`);
    const outcome = String(statusesOf(answer)[0] ?? 'closed');
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  process.stdout.write(
    `smuggling campaign: ${REQUESTS} requests (seed ${seed}), first answers ${JSON.stringify(counts)}, ` +
      `${3 * REQUESTS} canary requests, ${harmed.length} harmed, ${smuggled.length} smuggled\n`,
  );
  expect({ smuggled, harmed }).toEqual({ smuggled: [], harmed: [] });
}, 1_800_000);

/** A connection with bytes on their way; `end` hangs up and gives what came back. */
async function openWith(bytes: string): Promise<{ end: () => Promise<string> }> {
  const socket = connect(door.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (data: string) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.write(Buffer.from(bytes, 'latin1'), () => resolve());
  });
  return {
    async end() {
      socket.end();
      await closed;
      return answer;
    },
  };
}
