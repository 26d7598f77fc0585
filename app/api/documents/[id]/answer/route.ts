import { getRawAnswer } from '#lib/desk/review/operations/get-raw-answer.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ params, backend }) => getRawAnswer(backend.desk, params.id));
