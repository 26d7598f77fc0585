import { and, eq, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { safePath } from '#lib/contract/service/safe-path.ts';
import { newId } from '#lib/platform/clock.ts';
import { headersAtOrigin } from '../context/ask-better-auth.ts';
import { type CompanyIdentity, type CompanySignIn, CompanySignInError, JOURNEY_SECONDS } from '../context/company-sign-in.ts';
import { requestOrigin } from '../context/request-origin.ts';
import type { SessionContext } from '../context/session-context.ts';
import { accounts, users } from '../context/tables.ts';
import { insertUser } from '../people/create-user.ts';
import { readDevice } from './known-device.ts';
import { recordFailedSignIn } from './record-failed-sign-in.ts';
import { recordSignIn } from './sign-in.ts';

const COOKIE = 'countersign.company';
const PATH = '/api/auth/company';
const PROVIDER = 'company';

/** Sends the browser to the company's sign-in page. `?next=` is a path of ours to come back to. @throws ProblemError `not_found` when none is configured */
export async function startCompanySignIn(context: SessionContext, request: Request): Promise<Response> {
  const company = requireCompany(context);
  const next = safePath(new URL(request.url).searchParams.get('next'));
  try {
    const { url, journey } = await company.start(`${requestOrigin(request, context.origin)}${PATH}/callback`, next);
    return redirect(url, [cookie(context, journey, JOURNEY_SECONDS)]);
  } catch (error) {
    return redirectWithFault(context, request, error);
  }
}

/** Signs in whoever comes back from the company's page; makes a person for a new address of an allowed domain. */
export async function finishCompanySignIn(context: SessionContext, request: Request): Promise<Response> {
  const company = requireCompany(context);
  const journey = new RegExp(`(?:^|;\\s*)${COOKIE.replace('.', '\\.')}=([A-Za-z0-9_.-]+)`).exec(request.headers.get('cookie') ?? '')?.[1];
  try {
    const { identity, next } = await company.finish(new URL(request.url).search, journey ?? null);
    const user = await findOrMakePerson(context, company, identity);
    const signedIn = await context.auth.api
      .signInAs({ body: { userId: user.id }, headers: headersAtOrigin(context, request), returnHeaders: true })
      .catch((error: { status?: unknown }) => {
        throw error.status === 'FORBIDDEN' ? new CompanySignInError('switched_off', undefined, user.email) : error;
      });
    await recordSignIn(context, user, 'company');
    const device = readDevice(request, context).cookieFor(user.email);
    return redirect(next, [...signedIn.headers.getSetCookie(), device, cookie(context, '', 0)]);
  } catch (error) {
    return redirectWithFault(context, request, error);
  }
}

/** By the provider's subject; else by the address, verified there and here, which is then bound to the subject; else a new person. */
async function findOrMakePerson(
  context: SessionContext,
  company: CompanySignIn,
  identity: CompanyIdentity,
): Promise<{ id: string; name: string; email: string }> {
  const { subject, email, name } = identity;
  const made = await context.database.transaction(async (transaction) => {
    // two tabs may come back at the same moment
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`company:${subject}`}, 0))`);
    const columns = { id: users.id, name: users.name, email: users.email };
    const [bound] = await transaction
      .select(columns)
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(and(eq(accounts.providerId, PROVIDER), eq(accounts.accountId, subject)));
    if (bound) return { user: bound, event: null };
    const [known] = await transaction
      .select({ ...columns, emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.email, email));
    if (!known && company.config.domains.length === 0) throw new CompanySignInError('unknown_person', undefined, email);
    if (known) {
      const [other] = await transaction
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.providerId, PROVIDER), eq(accounts.userId, known.id)));
      // the address belongs to somebody else at the company now
      if (other) throw new CompanySignInError('unknown_person', undefined, email);
      // somebody else may have joined under this address and know the account's password
      if (!known.emailVerified) throw new CompanySignInError('unproved_account', undefined, email);
    }
    const user = known ?? (await insertUser(transaction, { name, email, role: company.config.defaultRole, emailVerified: true }));
    await transaction.insert(accounts).values({ id: newId(), accountId: subject, providerId: PROVIDER, userId: user.id });
    return { user, event: known ? 'person.bound_to_company' : 'person.joined' };
  });
  const { user, event } = made;
  if (event)
    await context.record(user, event, {
      email: user.email,
      ...(event === 'person.joined' ? { role: company.config.defaultRole, by: 'company' } : {}),
    });
  return user;
}

function requireCompany({ company }: SessionContext): CompanySignIn {
  if (!company) throw new ProblemError('not_found', 'Company sign-in is not set up on this desk.');
  return company;
}

async function redirectWithFault(context: SessionContext, request: Request, error: unknown): Promise<Response> {
  if (!(error instanceof CompanySignInError)) throw error;
  const { fault, email } = error;
  const cause = error.cause as { code?: unknown; message?: unknown } | undefined;
  context.log.warn('a sign-in through the company failed', { fault, code: cause?.code, reason: cause?.message });
  await recordFailedSignIn(context, request, { account: email, step: 'company', reason: fault });
  return redirect(`/sign-in?company=${fault}`, [cookie(context, '', 0)]);
}

function redirect(location: string, cookies: string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const one of cookies) headers.append('set-cookie', one);
  return new Response(null, { status: 302, headers });
}

function cookie({ secure }: SessionContext, value: string, seconds: number): string {
  return [`${COOKIE}=${value}`, `Max-Age=${seconds}`, `Path=${PATH}`, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
}
