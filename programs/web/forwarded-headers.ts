import type { IncomingHttpHeaders } from 'node:http';
import { findOpenSpan, TRACEPARENT_HEADER, toTraceparent } from '#lib/platform/trace-context.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/session/context/client-address.ts';
import { namesInConnection } from './find-request-fault.ts';
import { DATA_POLICY } from './security-headers.ts';

/** Headers of one connection, not of the message (RFC 9110 §7.6.1). undici writes those of its own connection. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** All that a deployment of somebody else is told: what the interface needs, and nothing of the desk or of who asks. */
const TOLD_ELSEWHERE = [
  'authorization',
  'accept',
  'accept-encoding',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-none-match',
  'range',
];
/** All that is taken from its answers: nothing that would act on the desk's own address. */
const TAKEN_FROM_ELSEWHERE = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
  'allow',
  'retry-after',
  'deprecation',
  'link',
  'countersign-service',
];

/** The headers of a request as the service gets them. @param isOurs false: a deployment of somebody else */
export function headersForService(headers: IncomingHttpHeaders, { isOurs }: { isOurs: boolean }): IncomingHttpHeaders {
  if (!isOurs) return pick(headers, TOLD_ELSEWHERE);
  const kept = withoutHopByHop(headers);
  // the browser's session is the desk's business, not the service's
  delete kept.cookie;
  // recorded by our own server, whatever the client sent; the service's operations stand in the trail with it
  kept[CLIENT_ADDRESS_HEADER] = headers[CLIENT_ADDRESS_HEADER] ?? '';
  const span = findOpenSpan();
  if (span) kept[TRACEPARENT_HEADER] = toTraceparent(span);
  delete kept.tracestate;
  delete kept.baggage;
  // answered by Node's server already
  delete kept.expect;
  return kept;
}

/**
 * The headers of the service's answer as the client gets them.
 * @param options.base what stands before `/v1` at the service: its origin and path
 */
export function headersForClient(headers: IncomingHttpHeaders, { isOurs, base }: { isOurs: boolean; base: string }): IncomingHttpHeaders {
  if (isOurs) return withoutHopByHop(headers);
  const place = headers.location && URL.canParse(headers.location, base) ? new URL(headers.location, base).href : '';
  // any other way than the interface's would have a browser ask for a password on the desk's address
  const challenge = /^Bearer\b[\w\s="-]*$/i.test(String(headers['www-authenticate'] ?? '')) ? pick(headers, ['www-authenticate']) : {};
  return {
    ...Object.fromEntries(Object.entries(pick(headers, TAKEN_FROM_ELSEWHERE)).map(([name, value]) => [name, inAscii(value)])),
    ...challenge,
    ...(place.startsWith(`${base}/v1/`) ? { location: place.slice(base.length) } : {}),
    'cache-control': 'no-store',
    'content-security-policy': DATA_POLICY,
    'x-content-type-options': 'nosniff',
  };
}

/** A header as Node sends it: some take letters beyond ASCII in it, e.g. in a file name, and Node does not. */
const inAscii = (value: string | string[] | undefined) =>
  [value ?? []]
    .flat()
    .map((one) => one.replaceAll(/[^\t\x20-\x7e]/g, '_'))
    .join(', ');

function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]));
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = namesInConnection(headers.connection);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.includes(name)));
}
