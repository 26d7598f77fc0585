import { listPeopleNames } from '#lib/session/people/list-people-names.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('reviewer', async ({ backend }) => ({ items: await listPeopleNames(backend.desk.database) }));
