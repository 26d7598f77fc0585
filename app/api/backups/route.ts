import { getBackups } from '#lib/desk/backups/operations/get-backups.ts';
import { createRoute } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', ({ backend }) => getBackups(backend.desk));
