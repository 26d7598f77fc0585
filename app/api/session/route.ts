import { createOpenRoute } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createOpenRoute(({ request, backend }) => backend.sessions.getState(request));
