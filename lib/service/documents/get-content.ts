import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { BlobNotFoundError } from '#lib/platform/blobs/blob-store.ts';
import { toWebStream } from '#lib/platform/blobs/to-web-stream.ts';
import { fileKey, type ServiceContext } from '../context/service-context.ts';
import { getDocument } from './get-document.ts';

/** The original file as an answer, always as an attachment. @throws ProblemError `not_found` */
export async function getDocumentContent({ database, blobs }: ServiceContext, id: string): Promise<Response> {
  const row = await getDocument(database, id);
  const stream = await blobs.get(fileKey(row.sha256)).catch((error) => {
    if (error instanceof BlobNotFoundError) throw new ProblemError('not_found', 'The file of this document is gone.', { cause: error });
    throw error;
  });
  return new Response(toWebStream(stream, row.size), {
    headers: {
      'content-type': row.mediaType ?? 'application/octet-stream',
      'content-length': String(row.size),
      'content-disposition': attachment(row.name),
      'content-security-policy': "sandbox; default-src 'none'",
      etag: `"${row.sha256}"`,
    },
  });
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
