import type { IncomingMessage } from 'node:http';

/** Methods that may carry a body wherever they go. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
/** Headers that say where a message ends or whom it is for; no sender may take them off the message. */
const FRAMING: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding']);
const LENGTH = /^\d{1,15}$/;

/**
 * What makes it doubtful where a request ends or whom it is for (RFC 9112 §6.3, §11.2), or null. Node's parser refuses
 * much of it already; nothing here depends on that.
 */
export function findFramingFault(request: IncomingMessage): string | null {
  const lengths = valuesOf(request, 'content-length');
  const codings = valuesOf(request, 'transfer-encoding');
  if (lengths.length > 1) return 'The request states its length more than once.';
  if (lengths.length > 0 && codings.length > 0) return 'The request states its length and is chunked as well.';
  if (!lengths.every((length) => LENGTH.test(length))) return 'The length of the request is not a number.';
  if (codings.length > 1 || !codings.every((coding) => coding.toLowerCase() === 'chunked'))
    return 'The transfer coding of the request is not known here. Only "chunked" is.';
  if (codings.length > 0 && request.httpVersion !== '1.1') return 'Only HTTP/1.1 has chunked requests.';
  if (valuesOf(request, 'host').length > 1) return 'The request names more than one host.';
  if (namesInConnection(request.headers.connection).some((name) => FRAMING.has(name)))
    return 'The Connection header names a header that belongs to the message.';
  return null;
}

/** What is wrong with a request that brings a body where its method has none, or null. */
export function findBodyFault(request: IncomingMessage, options: { mayDeleteWithBody: boolean }): string | null {
  const method = request.method ?? '';
  if (!announcesBody(request) || WITH_BODY.has(method) || (options.mayDeleteWithBody && method === 'DELETE')) return null;
  return `A ${method} request has no body here.`;
}

/** True when bytes of a body follow the head. */
export function announcesBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** The header names that a `Connection` header takes off the message, in lower case. */
export function namesInConnection(value: string | string[] | undefined): string[] {
  return String(value ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
}

/** Every value under a name, as it was sent: Node joins or drops repeated ones in `headers`. */
function valuesOf(request: IncomingMessage, name: string): string[] {
  const raw = request.rawHeaders;
  return raw.filter((_value, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}
