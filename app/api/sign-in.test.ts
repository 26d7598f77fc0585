import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedRoutes, startRoutes } from '../testing/start-routes.ts';

let routes: StartedRoutes;
beforeAll(async () => {
  routes = await startRoutes();
});
afterAll(() => routes.close());

test('anyone may send 64 KB to sign in and set up, no more', async () => {
  const body = JSON.stringify({ email: 'x'.repeat(100_000) });
  const signIn = await routes.ask('POST auth/[...path]', { body, parameters: { path: 'sign-in/email' } });
  expect(await signIn.json()).toMatchObject({ code: 'body_too_large', status: 413 });
  const setUp = await routes.ask('POST set-up', { body });
  expect(await setUp.json()).toMatchObject({ code: 'body_too_large', status: 413 });
});

test('of better-auth only sign-in and sign-out can be reached', async () => {
  for (const path of ['list-sessions', 'get-session', 'change-password', 'error', 'ok']) {
    const response = await routes.ask('GET auth/[...path]', { parameters: { path } });
    expect(await response.json(), path).toMatchObject({ code: 'not_found', status: 404 });
  }
});
