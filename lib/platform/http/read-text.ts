import { ProblemError } from '#lib/contract/problems/problem-error.ts';

/**
 * Reads the body of a request as UTF-8 text, never keeping more than `maxBytes` of it, whatever length it claims.
 * @throws ProblemError `body_too_large`, as soon as it is
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new ProblemError('body_too_large');
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ProblemError('body_too_large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
