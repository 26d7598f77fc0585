import { listAuditChoices } from '#lib/desk/reports/operations/list-audit.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', ({ backend }) => listAuditChoices(backend.desk));
