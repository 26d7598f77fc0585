import { changeAccountSchema } from '#lib/contract/desk/account.ts';
import { changeName, getAccount } from '#lib/session/account/account.ts';
import { createRoute, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ backend, user }) => getAccount(backend.sessions.context, user), { withoutTwoFactor: true });

export const PUT = createRoute('viewer', async ({ request, backend, user }) =>
  changeName(backend.sessions.context, user, (await readBody(request, changeAccountSchema)).name),
);
