import { listAuditQuerySchema } from '#lib/contract/desk/audit.ts';
import { listWholeAudit } from '#lib/desk/reports/operations/list-audit.ts';
import { createRoute, readQuery } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', ({ query, backend, user }) =>
  listWholeAudit(backend.desk, readQuery(query, listAuditQuerySchema), user.id),
);
