import { z } from 'zod';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { EXPORT_COUNT_HEADER, exportIdsSchema, exportQuerySchema } from '#lib/contract/desk/export.ts';
import { type ExportChoice, exportDocuments } from '#lib/desk/reports/operations/export-documents.ts';
import { attachment } from '../../../attachment.ts';
import type { Backend } from '../../../backend.ts';
import { createRoute, readBody, readQuery } from '../../../create-route.ts';
import { ofPerson } from '../../../of-person.ts';

export const dynamic = 'force-dynamic';

const idsSchema = z.object({ ids: z.string().max(400_000).optional() });

export const GET = createRoute('viewer', ({ query, backend, user }) => {
  const { ids } = readQuery(query, idsSchema);
  const which = ids ? { ids: ids.split(',') } : { filter: ofPerson(readQuery(query, listDocumentsQuerySchema), user) };
  return answer(backend, which, query, user.id);
});

/** For more documents than an address has room for. */
export const POST = createRoute('viewer', async ({ request, query, backend, user }) =>
  answer(backend, await readBody(request, exportIdsSchema), query, user.id),
);

async function answer(backend: Backend, which: ExportChoice, query: URLSearchParams, readerId: string): Promise<Response> {
  const file = await exportDocuments(backend.desk, which, readQuery(query, exportQuerySchema), readerId);
  const response = attachment(file.body, file);
  response.headers.set(EXPORT_COUNT_HEADER, String(file.count));
  return response;
}
