import { listDocumentAudit } from '#lib/desk/reports/operations/list-audit.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ params, backend, user }) =>
  listDocumentAudit(backend.desk, params.id, user.id),
);
