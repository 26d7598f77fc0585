import { exportQuerySchema } from '#lib/contract/desk/export.ts';
import { exportDocuments } from '#lib/desk/reports/operations/export-documents.ts';
import { attachment } from '../../../../attachment.ts';
import { createRoute, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ params, query, backend, user }) => {
  const file = await exportDocuments(backend.desk, { id: params.id }, readQuery(query, exportQuerySchema), user.id);
  return attachment(file.body, file);
});
