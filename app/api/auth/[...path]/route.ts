import { noteEvent } from '#lib/desk/operations/note-event.ts';
import { createOpenRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

const answer = createOpenRoute<{ path: string[] }>(({ request, backend }) =>
  backend.sessions.answer(request, (user) => noteEvent(backend.desk, user, 'user.signed_in')),
);

export { answer as GET, answer as POST };
