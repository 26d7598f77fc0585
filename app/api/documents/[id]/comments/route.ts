import { addCommentSchema } from '#lib/contract/desk/comment.ts';
import { addComment, listComments } from '#lib/desk/review/operations/comments.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ params, backend }) => ({
  items: await listComments(backend.desk, params.id),
}));

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => ({
  items: await addComment(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, addCommentSchema)),
}));
