import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { ReadError } from '#lib/reading/model/read-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { DocumentRow } from '../context/tables.ts';
import { getDocument } from './get-document.ts';

const MOST_PAGES = 20;

/**
 * Pages `from` to `to` (1-based, inclusive; at most 20) of an indexed document.
 * @throws ProblemError `not_found`, `document_not_ready`
 */
export async function listDocumentPages(
  { database, reader }: ServiceContext,
  id: string,
  from: number,
  to = from + MOST_PAGES - 1,
): Promise<{ pages: Page[]; page_count: number }> {
  const row = requireCompleted(await getDocument(database, id));
  const pageCount = row.pageCount ?? 0;
  const last = Math.min(to, from + MOST_PAGES - 1, pageCount);
  const pages = last < from ? [] : await reader.listPages(row.sha256, from, last);
  return { pages, page_count: pageCount };
}

/**
 * The picture of a page, or of the part `region` of it, `width` pixels wide, as an answer.
 * @throws ProblemError `not_found` (also for pages that have no picture), `document_not_ready`, `invalid_request`
 */
export async function getPageImage(
  { database, reader }: ServiceContext,
  id: string,
  page: number,
  width: number,
  region: Box,
): Promise<Response> {
  const row = requireCompleted(await getDocument(database, id));
  if (page > (row.pageCount ?? 0)) throw new ProblemError('not_found', `The document has ${row.pageCount} pages.`);
  const [left, top, right, bottom] = region;
  if (left >= right || top >= bottom) {
    throw new ProblemError('invalid_request', 'The part of the page is empty.', {
      errors: [{ pointer: left >= right ? '/query/right' : '/query/bottom', message: 'It must be greater than its opposite side.' }],
    });
  }
  const whole = left === 0 && top === 0 && right === 1 && bottom === 1;
  try {
    const { bytes, mediaType } = await reader.picture({ sha256: row.sha256, name: row.name, page, width, ...(whole ? {} : { region }) });
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': mediaType, 'cache-control': 'private, max-age=31536000, immutable' },
    });
  } catch (error) {
    if (error instanceof ReadError) throw new ProblemError('not_found', error.message, { cause: error });
    throw error;
  }
}

function requireCompleted(row: DocumentRow): DocumentRow {
  if (row.status === 'completed') return row;
  throw new ProblemError(
    'document_not_ready',
    row.status === 'failed'
      ? `The document could not be indexed: ${row.error?.message ?? ''}`
      : 'The document is being indexed. Wait until its status is completed.',
    row.status === 'failed' ? {} : { headers: { 'retry-after': '2' } },
  );
}
