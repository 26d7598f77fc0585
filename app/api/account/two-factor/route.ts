import { passwordOnlySchema, secondStepSchema } from '#lib/contract/desk/account.ts';
import { confirmTwoFactor, removeTwoFactor, startTwoFactor } from '#lib/session/account/two-factor.ts';
import { createRoute, json, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

const early = { withoutTwoFactor: true };

/** Begins: the secret and the backup codes. */
export const POST = createRoute(
  'viewer',
  async ({ request, backend, user }) =>
    json(await startTwoFactor(backend.sessions.context, request, user, (await readBody(request, passwordOnlySchema)).password), 201),
  early,
);

/** Switches it on with the first code. */
export const PUT = createRoute(
  'viewer',
  async ({ request, backend, user }) =>
    confirmTwoFactor(backend.sessions.context, request, user, (await readBody(request, secondStepSchema)).code),
  early,
);

/** Switches it off; the password stands in the body. */
export const DELETE = createRoute('viewer', async ({ request, backend, user }) =>
  removeTwoFactor(backend.sessions.context, request, user, (await readBody(request, passwordOnlySchema)).password),
);
