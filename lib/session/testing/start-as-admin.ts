import { expect } from 'vitest';
import type { SessionContext } from '../context/session-context.ts';
import type { SignedInUser } from '../create-sessions.ts';
import { PASSWORD, startTestSessions, type TestBrowser, type TestSessions } from './start-test-sessions.ts';

/** A good password besides `PASSWORD`. */
export const OTHER_PASSWORD = 'a quiet river bends';

export type AdminSessions = TestSessions & {
  context: SessionContext;
  /** Ada, who is signed in. */
  admin: SignedInUser;
  adminBrowser: TestBrowser;
  signIn: (browser: TestBrowser, email: string) => Promise<SignedInUser>;
};

/** Sign-in over a database of its own, with an admin who is signed in; nothing is recorded yet. */
export async function startAsAdmin(): Promise<AdminSessions> {
  const t = await startTestSessions();
  await t.addPerson('Ada', 'admin');
  const signIn = async (browser: TestBrowser, email: string) => {
    expect(await browser.signIn(email, PASSWORD)).toBeNull();
    return t.sessions.requireUser(browser.request('/x'), 'viewer');
  };
  const adminBrowser = t.browser('192.0.2.1');
  const admin = await signIn(adminBrowser, 'ada@example.org');
  t.recorded.length = 0;
  return { ...t, context: t.sessions.context, admin, adminBrowser, signIn };
}

/** A state-changing request of a browser. */
export const post = (browser: TestBrowser) => browser.request('/x', { method: 'POST', body: {} });

/** The secret of a one-time link. */
export const tokenOf = (url: string) => new URL(url).hash.slice(1);
