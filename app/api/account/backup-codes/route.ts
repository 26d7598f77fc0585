import { passwordOnlySchema } from '#lib/contract/desk/account.ts';
import { replaceBackupCodes } from '#lib/session/account/two-factor.ts';
import { createRoute, json, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute('viewer', async ({ request, backend, user }) => {
  const { password } = await readBody(request, passwordOnlySchema);
  return json({ backup_codes: await replaceBackupCodes(backend.sessions.context, request, user, password) }, 201);
});
