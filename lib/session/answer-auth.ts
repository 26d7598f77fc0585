import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { answerWithCookies, askBetterAuth } from './context/ask-better-auth.ts';
import type { SessionContext } from './context/session-context.ts';
import { signInWithCode, signInWithPassword } from './sign-in/sign-in.ts';
import { finishCompanySignIn, startCompanySignIn } from './sign-in/sign-in-with-company.ts';

type Answer = (context: SessionContext, request: Request) => Promise<Response>;

/** All that answers below `/api/auth`; better-auth answers much more, of which nothing is needed. */
const ADDRESSES: Record<string, { method: 'GET' | 'POST'; answer: Answer }> = {
  '/api/auth/sign-in/email': { method: 'POST', answer: signInWithPassword },
  '/api/auth/sign-in/code': { method: 'POST', answer: signInWithCode },
  '/api/auth/sign-out': { method: 'POST', answer: signOut },
  '/api/auth/company': { method: 'GET', answer: startCompanySignIn },
  '/api/auth/company/callback': { method: 'GET', answer: finishCompanySignIn },
};

/**
 * Answers a request to sign in or out.
 * @throws ProblemError `not_found` for other addresses, `method_not_allowed`, and what the answers throw
 */
export async function answerAuth(context: SessionContext, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = Object.hasOwn(ADDRESSES, pathname) ? ADDRESSES[pathname] : undefined;
  if (!found) throw new ProblemError('not_found', 'There is nothing at this address.');
  if (request.method !== found.method) {
    throw new ProblemError('method_not_allowed', `This address accepts ${found.method} only.`, { headers: { allow: found.method } });
  }
  return found.answer(context, request);
}

async function signOut(context: SessionContext, request: Request): Promise<Response> {
  return answerWithCookies({ signed_out: true }, await askBetterAuth(context, request, '/sign-out', {}, { mayRepeat: true }));
}
