import { z } from 'zod';
import { givePassword } from '#lib/desk/documents/operations/resend-document.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const passwordSchema = z.object({ password: z.string().min(1).max(1000) });

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { password } = await readBody(request, passwordSchema);
  return givePassword(backend.desk, { id: user.id, name: user.name }, params.id, password);
});
