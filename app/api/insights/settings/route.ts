import { insightSettingsSchema } from '#lib/contract/desk/insights/insights.ts';
import { findInsightSettings, saveInsightSettings } from '#lib/desk/insights/operations/insight-settings.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', ({ backend }) => findInsightSettings(backend.desk.database));

export const PUT = createRoute('admin', async ({ request, backend, user }) => {
  await saveInsightSettings(backend.desk, { id: user.id, name: user.name }, await readBody(request, insightSettingsSchema));
  return findInsightSettings(backend.desk.database);
});
