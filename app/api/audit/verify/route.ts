import { checkAudit } from '#lib/desk/audit/operations/check-audit.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute('admin', ({ backend, user }) => checkAudit(backend.desk, { id: user.id, name: user.name }));
