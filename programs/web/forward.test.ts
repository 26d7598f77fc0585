import { createServer, type RequestListener, request } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { listen } from '#lib/platform/testing/listen.ts';
import { CLIENT_ADDRESS_HEADER, recordClientAddress } from '#lib/session/context/client-address.ts';
import { createForwarder, isServicePath } from './forward.ts';

const open: { close: () => Promise<void> }[] = [];
const forwarders: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const forwarder of forwarders.splice(0)) await forwarder.close();
  for (const served of open.splice(0)) await served.close();
});

async function serve(handle: RequestListener): Promise<string> {
  const served = await listen(createServer(handle));
  open.push(served);
  return served.url;
}

async function startPair(service: RequestListener): Promise<string> {
  return serve(openForwarder(await serve(service)));
}

function openForwarder(target: string): RequestListener {
  const forwarder = createForwarder(target);
  forwarders.push(forwarder);
  return forwarder.forward;
}

test('the interface is under /v1, and its two summary paths also without', () => {
  for (const path of [
    '/v1',
    '/v1/documents',
    '/documents/4c/summaries',
    '/documents/4c/summaries/7',
    '/summaries/jobs',
    '/summaries/jobs/1',
  ])
    expect(isServicePath(path), path).toBe(true);
  for (const path of ['/', '/v10', '/documents', '/documents/4c', '/documents/4c/summary', '/api/v1/documents', '/summaries'])
    expect(isServicePath(path), path).toBe(false);
});

test('method, path, body, status and headers go through as they are; the session does not', async () => {
  const url = await startPair(async (incoming, answer) => {
    const { cookie, authorization, host } = incoming.headers;
    const body = await text(incoming);
    answer.writeHead(201, { location: '/v1/documents/1', 'x-own': 'yes' });
    answer.end(JSON.stringify({ method: incoming.method, url: incoming.url, body, cookie, authorization, host }));
  });
  const response = await fetch(`${url}/v1/documents?x=%2F`, {
    method: 'PUT',
    body: 'the body',
    headers: { authorization: 'Bearer k', cookie: 'session=secret' },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe('/v1/documents/1');
  expect(response.headers.get('x-own')).toBe('yes');
  expect(await response.json()).toEqual({
    method: 'PUT',
    url: '/v1/documents?x=%2F',
    body: 'the body',
    authorization: 'Bearer k',
    host: new URL(url).host,
  });
});

/** A desk whose `/v1` is a deployment of somebody else, below a path. */
async function startElsewhere(service: RequestListener): Promise<{ url: string; service: string }> {
  const elsewhere = await serve(service);
  const forwarder = createForwarder(`${elsewhere}/documents/api/`, { isOurs: false });
  forwarders.push(forwarder);
  const url = await serve((incoming, answer) => {
    recordClientAddress(incoming, { trustedProxies: 1 });
    incoming.headers['x-request-id'] = 'the-request';
    forwarder.forward(incoming, answer);
  });
  return { url, service: elsewhere };
}

test('a deployment of somebody else is asked below its path, and told neither the desk’s name nor who asks', async () => {
  const { url, service } = await startElsewhere((incoming, answer) =>
    answer.end(JSON.stringify({ url: incoming.url, headers: incoming.headers })),
  );
  const headers = {
    authorization: 'Bearer k',
    cookie: 'session=secret',
    origin: 'https://desk.example',
    referer: 'https://desk.example/documents',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'desk.example',
    'cf-connecting-ip': '203.0.113.9',
  };
  const { url: asked, headers: seen } = await (await fetch(`${url}/v1/documents?limit=1`, { headers })).json();
  expect(asked).toBe('/documents/api/v1/documents?limit=1');
  expect(seen).toMatchObject({ authorization: 'Bearer k', host: new URL(service).host });
  expect(JSON.stringify(seen)).not.toMatch(/desk\.example|203\.0\.113|secret|the-request/);
});

test('an answer of somebody else acts on nothing of the desk', async () => {
  const { url, service } = await startElsewhere((_incoming, answer) => {
    answer.writeHead(201, {
      'content-type': 'text/html',
      'set-cookie': 'session=theirs',
      'clear-site-data': '"*"',
      'x-request-id': 'theirs',
      location: `${service}/documents/api/v1/documents/7`,
    });
    answer.end('<script>1</script>');
  });
  const answer = await fetch(`${url}/v1/documents`);
  expect([answer.status, await answer.text()]).toEqual([201, '<script>1</script>']);
  for (const name of ['set-cookie', 'clear-site-data', 'x-request-id']) expect(answer.headers.get(name), name).toBeNull();
  expect(answer.headers.get('location')).toBe('/v1/documents/7');
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a head that no server of ours would send ends nothing, and what can be sent of it is', async () => {
  const elsewhere = createSocketServer((socket) => {
    const body = '{"detail":"Klíč chybí"}';
    socket.once('data', () =>
      socket.end(
        'HTTP/1.1 401 Nepovoleno – klíč\r\ncontent-type: application/json\r\nwww-authenticate: Bearer\r\n' +
          `content-disposition: inline; filename=klíč–1.json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    );
  });
  const forwarder = createForwarder((await listen(elsewhere)).url, { isOurs: false });
  forwarders.push(forwarder);
  const answer = await fetch(`${await serve(forwarder.forward)}/v1/documents`);
  expect([answer.status, await answer.json()]).toEqual([401, { detail: 'Klíč chybí' }]);
  expect([answer.headers.get('www-authenticate'), answer.headers.get('content-type')]).toEqual(['Bearer', 'application/json']);
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename=kl_+1\.json$/);
  await new Promise((resolve) => elsewhere.close(resolve));
});

test('somebody else’s deployment cannot have a browser ask for a password on the desk’s address', async () => {
  for (const challenge of ['Basic realm="desk"', 'Bearer, Basic realm="desk"']) {
    const { url } = await startElsewhere((_incoming, answer) => answer.writeHead(401, { 'www-authenticate': challenge }).end());
    expect((await fetch(`${url}/v1/documents`)).headers.get('www-authenticate'), challenge).toBeNull();
  }
});

test('no step leads out of the path of somebody else’s deployment', async () => {
  const asked: (string | undefined)[] = [];
  const { url } = await startElsewhere((incoming, answer) => {
    asked.push(incoming.url);
    answer.end('{}');
  });
  const { port } = new URL(url);
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, path, host: '127.0.0.1' }, (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end();
    });
  for (const path of ['/v1/../../admin', '/v1/%2e%2e/admin', '/v1/.%2E/x', '/v1/..%2fadmin', '/v1/..;/admin', '/v1/..\\admin', '/v1/..'])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect(asked).toEqual([]);
  expect(await statusOf('/v1/documents/a..b/c.d?x=/../')).toBe(200);
});

test('the client’s address goes along as our server recorded it, also where the client says not to pass it on', async () => {
  const service = await serve((incoming, answer) => answer.end(incoming.headers[CLIENT_ADDRESS_HEADER]));
  const forward = openForwarder(service);
  const url = await serve((incoming, answer) => {
    recordClientAddress(incoming, { trustedProxies: 0 });
    forward(incoming, answer);
  });
  const { port } = new URL(url);
  const said = await new Promise<string>((resolve, reject) => {
    const headers = { connection: `close, ${CLIENT_ADDRESS_HEADER}`, [CLIENT_ADDRESS_HEADER]: '203.0.113.9' };
    request({ port, path: '/v1/health', headers }, (response) => text(response).then(resolve, reject))
      .once('error', reject)
      .end();
  });
  expect(said).toBe('127.0.0.1');
});

test('an answer before the request is complete reaches the client while it is still sending', async () => {
  const url = await startPair((incoming, answer) => {
    incoming.once('data', () => answer.writeHead(413, { connection: 'close' }).end('too large'));
  });
  const status = await new Promise<number>((resolve, reject) => {
    const sending = request(`${url}/v1/documents`, { method: 'POST', headers: { 'content-length': 50_000_000 } }, (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      sending.destroy();
    });
    sending.once('error', reject);
    sending.write(Buffer.alloc(100_000));
  });
  expect(status).toBe(413);
});

test('when the client goes away, the service learns it', async () => {
  let isReached = false;
  let ended: string | null = null;
  const url = await startPair((incoming) => {
    incoming.once('data', () => {
      isReached = true;
    });
    incoming.once('error', () => {
      ended = 'error';
    });
    incoming.once('aborted', () => {
      ended = 'aborted';
    });
  });
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write('POST /v1/documents HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf');
  await expect.poll(() => isReached).toBe(true);
  client.destroy();
  await expect.poll(() => ended).not.toBeNull();
});

test('a body that breaks off never reaches the service as a whole one', async () => {
  const bodies: string[] = [];
  const url = await startPair((incoming, answer) => {
    text(incoming).then(
      (body) => {
        bodies.push(body);
        answer.end();
      },
      () => bodies.push('broken off'),
    );
  });
  for (const head of ['content-length: 1000', 'transfer-encoding: chunked']) {
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    client.end(`POST /v1/documents HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n5\r\nhello\r\n`);
  }
  await expect.poll(() => bodies).toEqual(['broken off', 'broken off']);
});

test('an answer that breaks off does not look complete to the client', async () => {
  const url = await startPair((_incoming, answer) => {
    answer.writeHead(200);
    answer.write('half', () => answer.destroy());
  });
  const response = await fetch(`${url}/v1/documents`);
  await expect(response.text()).rejects.toThrow();
});

test('a large body goes through while neither side keeps it', async () => {
  const most = { held: 0 };
  let received = 0;
  const url = await startPair(async (incoming, answer) => {
    for await (const chunk of incoming) {
      received += (chunk as Buffer).length;
      most.held = Math.max(most.held, sent - received);
    }
    answer.end(String(received));
  });
  let sent = 0;
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = request(`${url}/v1/documents`, { method: 'POST' }, (response) => text(response).then(resolve, reject));
    sending.once('error', reject);
    const chunk = Buffer.alloc(1024 * 1024);
    const go = () => {
      while (sent < 200 * chunk.length) {
        sent += chunk.length;
        if (!sending.write(chunk)) return void sending.once('drain', go);
      }
      sending.end();
    };
    go();
  });
  expect(Number(answer)).toBe(200 * 1024 * 1024);
  // sockets' own buffers on the way
  expect(most.held).toBeLessThan(40 * 1024 * 1024);
});

test('a service that is not there is a problem document', async () => {
  const response = await fetch(`${await serve(openForwarder('http://127.0.0.1:9'))}/v1/documents`);
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ code: 'unavailable', status: 503 });
});
