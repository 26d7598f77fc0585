import { z } from 'zod';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { exportQuerySchema } from '#lib/contract/desk/export.ts';
import { exportDocuments } from '#lib/desk/reports/operations/export-documents.ts';
import { attachment } from '../../../attachment.ts';
import { createRoute, readQuery } from '../../../create-route.ts';
import { ofPerson } from '../../../of-person.ts';

export const dynamic = 'force-dynamic';

const idsSchema = z.object({ ids: z.string().max(400_000).optional() });

export const GET = createRoute('viewer', async ({ query, backend, user }) => {
  const { ids } = readQuery(query, idsSchema);
  const which = ids ? { ids: ids.split(',') } : { filter: ofPerson(readQuery(query, listDocumentsQuerySchema), user) };
  const file = await exportDocuments(backend.desk, which, readQuery(query, exportQuerySchema), user.id);
  return attachment(file.body, file);
});
