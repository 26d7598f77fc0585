import { exportAuditQuerySchema } from '#lib/contract/desk/audit.ts';
import { exportAudit } from '#lib/desk/reports/operations/export-audit.ts';
import { attachment } from '../../../attachment.ts';
import { createRoute, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', async ({ query, backend }) => {
  const file = exportAudit(backend.desk, readQuery(query, exportAuditQuerySchema));
  return attachment(file.body, file);
});
