import { toWebStream } from '#lib/platform/blobs/to-web-stream.ts';

/**
 * An answer that the browser saves and never shows: a document's own markup or script must not run under our address.
 * @param file.name any; both forms of RFC 6266 are sent
 * @param file.size bytes of a stream, where it is known; one that is shorter or longer breaks off and is no success
 */
export function attachment(
  body: AsyncIterable<Uint8Array> | Uint8Array,
  file: { name: string; mediaType: string; size?: number },
): Response {
  const isWhole = body instanceof Uint8Array;
  const size = isWhole ? body.byteLength : file.size;
  const plain = file.name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(file.name.replaceAll(/\p{Cs}/gu, '_')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return new Response(isWhole ? (body as BodyInit) : toWebStream(body, size), {
    headers: {
      'content-type': file.mediaType,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      ...(size === undefined ? {} : { 'content-length': String(size) }),
    },
  });
}
