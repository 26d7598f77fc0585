import { addCommentSchema } from '#lib/contract/desk/comment.ts';
import { addComment, listComments } from '#lib/desk/review/operations/comments.ts';
import { listPeopleNames } from '#lib/session/people/list-people-names.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ params, backend, user }) => ({
  items: await listComments(backend.desk, params.id, user.id),
}));

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { mentions: ids, ...body } = await readBody(request, addCommentSchema);
  // by the names of today: whoever left or may only look is told of nothing
  const people = ids.length > 0 ? await listPeopleNames(backend.desk.database) : [];
  const mentions = people.filter(({ id, name }) => ids.includes(id) && body.text.includes(`@${name}`));
  return { items: await addComment(backend.desk, { id: user.id, name: user.name }, params.id, { ...body, mentions }) };
});
