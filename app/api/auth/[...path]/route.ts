import { createOpenRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

const answer = createOpenRoute<{ path: string[] }>(({ request, backend }) => backend.sessions.answer(request));

export { answer as GET, answer as POST };
