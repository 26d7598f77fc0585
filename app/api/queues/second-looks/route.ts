import { listSecondLooks } from '#lib/desk/review/second-looks.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ backend }) => listSecondLooks(backend.desk));
