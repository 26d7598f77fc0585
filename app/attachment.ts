import { Readable } from 'node:stream';
import { toWebStream } from '#lib/platform/to-web-stream.ts';

/**
 * An answer that the browser saves and never shows: a document's own markup or script must not run under our address.
 * @param file.name any; both forms of RFC 6266 are sent
 */
export function attachment(body: Readable | Uint8Array | string, file: { name: string; mediaType: string; size?: number }): Response {
  const plain = file.name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(file.name.replaceAll(/\p{Cs}/gu, '_')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return new Response(body instanceof Readable ? toWebStream(body) : (body as BodyInit), {
    headers: {
      'content-type': file.mediaType,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      ...(file.size === undefined ? {} : { 'content-length': String(file.size) }),
    },
  });
}
