import { changeInboxSettingsSchema } from '#lib/contract/desk/inbox.ts';
import { getInboxSettings, saveInboxSettings } from '#lib/desk/inbox/operations/inbox-settings.ts';
import { createRoute, readBody } from '../../../create-route.ts';
import { readerOf } from '../../../reader-of.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('reviewer', ({ backend, user }) => getInboxSettings(backend.desk, user.id, readerOf(user)));

export const PUT = createRoute('reviewer', async ({ request, backend, user }) =>
  saveInboxSettings(backend.desk, { id: user.id, name: user.name }, await readBody(request, changeInboxSettingsSchema), readerOf(user)),
);
