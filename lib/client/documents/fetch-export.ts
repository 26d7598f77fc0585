import { EXPORT_COUNT_HEADER, type ExportQuery } from '#lib/contract/desk/export.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { requestFile, withQuery } from '../http/http.ts';
import type { ListQuery } from './documents.ts';

/** Which documents to export: one, chosen ones, or all that a list's filter selects. */
export type ExportedDocuments = { id: string } | { ids: readonly string[] } | { filter: ListQuery };
/** `count`: documents in it. */
export type ExportedFile = { blob: Blob; name: string; count: number };

/** Thousands of documents take minutes. */
const TIMEOUT_MS = 60 * 60_000;

/**
 * Gets an export, all of it.
 * @param options.onProgress told how many bytes have come
 * @throws ProblemError where the desk refuses it; ConnectionError where it breaks off; what the signal throws
 */
export async function fetchExport(
  what: ExportQuery,
  which: ExportedDocuments,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<ExportedFile> {
  const response = await request(what, which, signal);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      parts.push(read.value);
      bytes += read.value.byteLength;
      onProgress(bytes);
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ConnectionError('The connection broke off before the whole file was here.', { cause });
  }
  const type = response.headers.get('content-type') ?? '';
  const count = Number(response.headers.get(EXPORT_COUNT_HEADER) ?? 1);
  return { blob: new Blob(parts, { type }), name: nameOf(response), count };
}

function request(what: ExportQuery, which: ExportedDocuments, signal: AbortSignal): Promise<Response> {
  const options = { signal, timeout: TIMEOUT_MS };
  if ('id' in which) return requestFile(withQuery(`/api/documents/${which.id}/export`, what), options);
  if ('ids' in which)
    return requestFile(withQuery('/api/documents/export', what), { ...options, method: 'POST', body: { ids: which.ids } });
  const { page: _page, page_size: _size, families: _families, columns: _columns, ...selected } = which.filter;
  return requestFile(withQuery('/api/documents/export', { ...what, ...selected }), options);
}

/** As the desk calls the file. */
function nameOf(response: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : 'export';
}
