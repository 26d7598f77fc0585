import { listQualitySamples } from '#lib/desk/review/operations/quality-samples.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ backend }) => listQualitySamples(backend.desk));
