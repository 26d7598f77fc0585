import { resolveCommentSchema } from '#lib/contract/desk/comment.ts';
import { resolveComment } from '#lib/desk/review/operations/comments.ts';
import { createRoute, readBody } from '../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string; comment: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { resolved } = await readBody(request, resolveCommentSchema);
  return { items: await resolveComment(backend.desk, { id: user.id, name: user.name }, params.id, params.comment, resolved) };
});
