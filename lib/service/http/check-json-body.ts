import { createMiddleware } from 'hono/factory';
import { parseField } from '#lib/contract/http/parse-field.ts';
import { JsonError, readJson } from '#lib/contract/json/read-json.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { IS_DEPRECATED_SUMMARY, pathOf } from './paths.ts';
import type { ServiceEnv } from './service-app.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * Refuses a JSON body that is nested too deeply, has numbers that would come back as others, or text that cannot be kept.
 * An empty one stands for the defaults where the body may be left out.
 * @throws ProblemError `malformed_body`, `invalid_request`
 */
export const checkJsonBody = createMiddleware<ServiceEnv>(async (c, next) => {
  const mediaType = parseField(c.req.header('content-type') ?? '').value;
  if (['GET', 'HEAD'].includes(c.req.method) || !JSON_TYPE.test(mediaType)) return next();
  const text = await c.req.text();
  if (mediaType !== c.req.header('content-type')) c.req.raw = withType(c.req.raw, mediaType);
  if (text.trim() !== '') checkJson(text);
  // hono keeps the promise, whatever its type says
  else if (IS_DEPRECATED_SUMMARY.test(pathOf(c))) c.req.bodyCache.text = Promise.resolve('{}') as never;
  return next();
});

/** The request without its body, which was read, and with the bare type: the library of the routes knows parameters in one form only. */
function withType({ url, method, headers, signal }: Request, mediaType: string): Request {
  const own = new Headers(headers);
  own.set('content-type', mediaType);
  return new Request(url, { method, headers: own, signal });
}

function checkJson(text: string): void {
  try {
    readJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    if (!cause.isJson) throw new ProblemError('malformed_body', 'The body is not valid JSON.', { cause });
    throw new ProblemError('invalid_request', `The body is not valid. ${cause.message}`, {
      errors: [{ pointer: '', message: cause.message }],
      cause,
    });
  }
}
