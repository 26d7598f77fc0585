import { z } from 'zod';
import { listDocumentsQuerySchema } from '#lib/contract/desk-document.ts';
import { exportDocuments, exportQuerySchema } from '#lib/desk/operations/export-documents.ts';
import { attachment } from '../../../attachment.ts';
import { createRoute, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

const idsSchema = z.object({ ids: z.string().max(400_000).optional() });

export const GET = createRoute('viewer', async ({ query, backend }) => {
  const { ids } = readQuery(query, idsSchema);
  const which = ids ? { ids: ids.split(',') } : { filter: readQuery(query, listDocumentsQuerySchema) };
  const file = await exportDocuments(backend.desk, which, readQuery(query, exportQuerySchema));
  return attachment(file.body, file);
});
