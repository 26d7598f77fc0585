import { layoutInsightsQuerySchema } from '#lib/contract/desk/insights/insights.ts';
import { listLayoutInsights } from '#lib/desk/insights/operations/list-layout-insights.ts';
import { createRoute, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend }) =>
  listLayoutInsights(backend.desk, readQuery(query, layoutInsightsQuerySchema)),
);
