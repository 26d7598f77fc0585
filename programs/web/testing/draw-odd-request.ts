import type { Random } from '#app/testing/random.ts';

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const PATHS = ['/v1/health', '/v1/health', '/v1/documents', '/v1/schemas', '/v1/openapi.json', '/v1/nowhere', '/documents', '//v1/health'];
const CONNECTIONS = [
  'keep-alive',
  'close',
  'content-length',
  'Content-Length, keep-alive',
  'transfer-encoding',
  'keep-alive, Transfer-Encoding',
  'host',
  'authorization',
  'te, content-length',
  'upgrade',
  'x-own,,',
];
const CODINGS = [
  'Transfer-Encoding: chunked',
  'transfer-encoding: Chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked ',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding : chunked',
  'X: y\rTransfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding: "chunked"',
];
const CHUNK_ENDS = ['0\r\n\r\n', '0\r\n\r\n', '0\r\nContent-Length: 5\r\n\r\n', '0\n\n', '00\r\n\r\n', ''];
/** What is wrong with a request; none: a good request with a body, whatever its method. */
const FAULTS = [
  [],
  [],
  ['coding'],
  ['length'],
  ['connection'],
  ['connection'],
  ['chunk'],
  ['chunk'],
  ['header'],
  ['version'],
  ['line end'],
];
const ODD_HEADERS = [
  'X-Own: a\r\n b',
  'X-Own : a',
  ' X-Own: a',
  'X-Own: a\0b',
  'X-Own',
  'Expect: 100-continue',
  'Expect: something',
  'Upgrade: websocket',
  'Host: other',
  'Trailer: content-length',
  'TE: trailers',
  'Proxy-Connection: keep-alive',
  'Content-Length : 5',
];
const lengths = (real: number) => [
  `Content-Length: ${real}`,
  'Content-Length: 0',
  `Content-Length: ${Math.max(0, real - 9)}`,
  `Content-Length: ${real + 40}`,
  `Content-Length: +${real}`,
  `Content-Length: ${real}, ${real}`,
  `Content-Length: ${real}\r\nContent-Length: 0`,
  `Content-Length: 0x${real.toString(16)}`,
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  `Content-Length:\r\n ${real}`,
  `Content-Length: ${real} `,
];

const sizes = (hex: string) => [hex, `0${hex}`, `${hex};a=b`, `${hex} `, `0x${hex}`, `-${hex}`, 'fffffffffffffffff', 'g', '', `${hex}\n`];

/**
 * A request that tries to be two: one for whoever reads it by its length, another for whoever reads it in chunks, with a
 * request for the service hidden in it. Most have one fault of those by which proxies are known to have fallen, so that it is
 * met behind an otherwise good request; some have several.
 * @param hidden the request that must never reach the service, with or without its end
 */
export function drawOddRequest(random: Random, hidden: string, authorization: string): string {
  const { pick, chance } = random;
  const faults = new Set(pick(FAULTS));
  if (chance(0.15)) for (const fault of pick(FAULTS)) faults.add(fault);
  const isChunked = chance(0.5);
  const body = isChunked ? chunked(hidden, random, faults) : hidden;
  const length = Buffer.byteLength(body, 'latin1');
  const head = [`${pick(METHODS)} ${pick(PATHS)} HTTP/${faults.has('version') ? pick(['1.0', '1.2']) : '1.1'}`, 'Host: h'];
  if (isChunked || faults.has('coding')) head.push(faults.has('coding') ? pick(CODINGS) : 'Transfer-Encoding: chunked');
  if (!isChunked || faults.has('length')) head.push(faults.has('length') ? pick(lengths(length)) : `Content-Length: ${length}`);
  if (faults.has('connection')) head.push(`Connection: ${pick(CONNECTIONS)}`);
  if (faults.has('header')) head.push(pick(ODD_HEADERS));
  if (chance(0.3)) head.push(`Authorization: ${authorization}`);
  const lineEnd = faults.has('line end') ? '\n' : '\r\n';
  const behind = chance(0.15) ? `GET /v1/health?behind HTTP/1.1${lineEnd}Host: h${lineEnd}${lineEnd}` : '';
  const [first, ...headers] = head as [string, ...string[]];
  const order = chance(0.3) ? headers.reverse() : headers;
  return [first, ...order].join(lineEnd) + lineEnd + lineEnd + body + behind;
}

function chunked(hidden: string, { pick, chance }: Random, faults: ReadonlySet<string>): string {
  // the chunks may end before the hidden request begins
  if (chance(0.3)) return `0\r\n\r\n${hidden}`;
  const hex = hidden.length.toString(16);
  if (!faults.has('chunk')) return `${hex}\r\n${hidden}\r\n0\r\n\r\n`;
  return `${pick(sizes(hex))}\r\n${hidden}${pick(['\r\n', '\r\n', '\n', ''])}${pick(CHUNK_ENDS)}`;
}
