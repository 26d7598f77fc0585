import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInvitation } from '../links/one-time-links.ts';
import { spendLink } from '../links/spend-link.ts';
import { changePerson, listPeople, removePerson } from '../people/people.ts';
import { CLIENT, type Misbehaviour, startProvider, type TestProvider } from '../testing/start-provider.ts';
import { PASSWORD, startTestSessions, type TestBrowser, type TestSessions } from '../testing/start-test-sessions.ts';

let provider: TestProvider;
let t: TestSessions;

async function start(environment: Record<string, string> = {}): Promise<void> {
  t = await startTestSessions({
    COUNTERSIGN_OIDC_ISSUER: provider.issuer,
    COUNTERSIGN_OIDC_CLIENT_ID: CLIENT.id,
    COUNTERSIGN_OIDC_CLIENT_SECRET: CLIENT.secret,
    COUNTERSIGN_OIDC_LABEL: 'Sign in with Example',
    COUNTERSIGN_OIDC_DOMAINS: 'example.org, example.net',
    COUNTERSIGN_OIDC_DEFAULT_ROLE: 'reviewer',
    COUNTERSIGN_LOG_LEVEL: 'error',
    ...environment,
  });
}

beforeEach(async () => {
  provider = await startProvider();
  provider.person = { sub: 'gina-1', email: 'Gina@Example.org', email_verified: true, name: 'Gina Gray' };
  await start();
});
afterEach(async () => {
  await t.close();
  await provider.close();
});

const get = async (browser: TestBrowser, address: string) => browser.keep(await t.sessions.answer(browser.request(address)));

/** Goes the whole way. @returns where the browser ends */
async function goRound(browser: TestBrowser, next = '/schemas', change: (back: URL) => void = () => undefined): Promise<string> {
  const away = await get(browser, `/api/auth/company?next=${encodeURIComponent(next)}`);
  expect(away.status).toBe(302);
  const back = provider.visit(away.headers.get('location') ?? '');
  change(back);
  return (await get(browser, back.pathname + back.search)).headers.get('location') ?? '';
}

const who = (browser: TestBrowser) => t.sessions.findUser(browser.request('/x'));

test('a new person of an allowed domain gets an account with the default role and comes back as the same one', async () => {
  expect((await t.sessions.getState(t.browser('192.0.2.1').request('/api/session'))).company_sign_in).toEqual({
    label: 'Sign in with Example',
  });
  const browser = t.browser('192.0.2.1');
  expect(await goRound(browser)).toBe('/schemas');
  const gina = await who(browser);
  expect(gina).toMatchObject({ name: 'Gina Gray', email: 'gina@example.org', role: 'reviewer' });
  // another address at the company is still the same subject
  provider.person.email = 'gina.married@example.org';
  const again = t.browser('192.0.2.2');
  await goRound(again);
  expect((await who(again))?.id).toBe(gina?.id);
  expect(t.recorded.map(({ event }) => event)).toEqual(['person.joined', 'user.signed_in', 'user.signed_in']);
  expect((await listPeople(t.sessions.context)).items).toMatchObject([{ company: true, has_password: false }]);
});

test('somebody known by their verified address keeps account and role', async () => {
  const known = await t.addPerson('Gina', 'admin');
  const browser = t.browser('192.0.2.1');
  await goRound(browser);
  expect(await who(browser)).toMatchObject({ id: known.id, role: 'admin' });
  // the address given to another subject later is not that person
  provider.person.sub = 'another-gina';
  const other = t.browser('192.0.2.2');
  expect(await goRound(other)).toBe('/sign-in?company=unknown_person');
  expect(await who(other)).toBeNull();
});

test('an account that somebody made under an address of their own choice is never handed to the address’s owner', async () => {
  const admin = await t.addPerson('Ada', 'admin');
  const join = async (email: string | null) => {
    const request = t.browser('192.0.2.66').request('/x', { method: 'POST', body: {} });
    const { url } = await createInvitation(t.sessions.context, request, admin, { role: 'reviewer', email, days: 1 });
    const token = new URL(url).hash.slice(1);
    await spendLink(t.sessions.context, request, { token, name: 'Mallory', email: 'gina@example.org', password: 'a quiet river bends' });
    return (await listPeople(t.sessions.context)).items.find((person) => person.email === 'gina@example.org')!;
  };
  const claimed = await join(null);
  const browser = t.browser('192.0.2.1');
  expect(await goRound(browser)).toBe('/sign-in?company=unproved_account');
  expect(await who(browser)).toBeNull();
  // settled by an admin: the account goes, and the address is invited
  await removePerson(t.sessions.context, admin, claimed.id);
  const invited = await join('gina@example.org');
  expect(await goRound(browser)).toBe('/schemas');
  expect(await who(browser)).toMatchObject({ id: invited.id });
});

const wrong: [string, Misbehaviour, string][] = [
  ['another nonce', { claims: { nonce: 'another' } }, 'invalid'],
  ['another audience', { claims: { aud: 'another-client' } }, 'invalid'],
  ['another issuer', { claims: { iss: 'https://evil.example' } }, 'invalid'],
  [
    'a token that has expired',
    { claims: { exp: Math.floor(Date.now() / 1000) - 600, iat: Math.floor(Date.now() / 1000) - 900 } },
    'invalid',
  ],
  ['a signature of another key', { foreignKey: true }, 'invalid'],
  ['no signature', { unsigned: true }, 'invalid'],
  ['no ID token', { withoutIdToken: true }, 'invalid'],
  ['an error of the provider', { tokenStatus: 500 }, 'invalid'],
  ['an address of another domain', { claims: { email: 'gina@evil.example' } }, 'domain'],
  ['an address that only ends like ours', { claims: { email: 'gina@notexample.org' } }, 'domain'],
  ['an address that is not verified', { claims: { email_verified: false } }, 'unverified'],
  ['an address of which nothing is said', { claims: { email_verified: undefined } }, 'unverified'],
  ['two addresses in one', { claims: { email: 'a@evil.example,gina@example.org' } }, 'unverified'],
];
test.each(wrong)('%s gives no session and says why', async (_, misbehave, fault) => {
  provider.misbehave = misbehave;
  const browser = t.browser('192.0.2.1');
  expect(await goRound(browser)).toBe(`/sign-in?company=${fault}`);
  expect(await who(browser)).toBeNull();
  expect((await listPeople(t.sessions.context)).items).toEqual([]);
});

test('what comes back to another browser, with another state, twice, or without a journey is refused', async () => {
  const victim = t.browser('192.0.2.1');
  expect(await goRound(victim, '/', (back) => back.searchParams.set('state', 'forged'))).toBe('/sign-in?company=invalid');
  const away = await get(victim, '/api/auth/company');
  const back = provider.visit(away.headers.get('location') ?? '');
  const stranger = t.browser('192.0.2.9');
  expect((await get(stranger, back.pathname + back.search)).headers.get('location')).toBe('/sign-in?company=expired');
  expect((await get(victim, back.pathname + back.search)).headers.get('location')).toBe('/overview');
  expect((await get(victim, back.pathname + back.search)).headers.get('location')).toBe('/sign-in?company=expired');
  expect(await who(stranger)).toBeNull();
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/api/auth/company',
  'javascript:alert(1)',
])('the way back never leads to %s', async (next) => {
  expect(await goRound(t.browser('192.0.2.1'), next)).toBe('/overview');
});

test('turning back at the company’s page is told; so is a provider that is away, until it is there again', async () => {
  const browser = t.browser('192.0.2.1');
  const refused = await goRound(browser, '/', (back) => {
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
  });
  expect(refused).toBe('/sign-in?company=refused');
  await t.close();
  await start({ COUNTERSIGN_OIDC_ISSUER: 'http://127.0.0.1:9' });
  expect((await get(browser, '/api/auth/company')).headers.get('location')).toBe('/sign-in?company=unreachable');
});

test('who is switched off here stays out whatever the company says', async () => {
  const browser = t.browser('192.0.2.1');
  await goRound(browser);
  const gina = await who(browser);
  const admin = await t.addPerson('Ada', 'admin');
  await changePerson(t.sessions.context, admin, gina!.id, { active: false });
  expect(await goRound(browser)).toBe('/sign-in?company=switched_off');
  expect(await who(browser)).toBeNull();
});

test('without domains only people who are known get in; trusted addresses need no word of the provider', async () => {
  await t.close();
  await start({ COUNTERSIGN_OIDC_DOMAINS: '', COUNTERSIGN_OIDC_TRUST_EMAIL: 'true' });
  provider.misbehave = { claims: { email_verified: undefined } };
  const browser = t.browser('192.0.2.1');
  expect(await goRound(browser)).toBe('/sign-in?company=unknown_person');
  await t.addPerson('Gina', 'viewer');
  expect(await goRound(browser)).toBe('/schemas');
  expect(await t.browser('192.0.2.3').signIn('gina@example.org', PASSWORD)).toBeNull();
});

test('a desk without a company has no such addresses', async () => {
  await t.close();
  t = await startTestSessions();
  for (const address of ['/api/auth/company', '/api/auth/company/callback?code=1&state=2']) {
    await expect(t.sessions.answer(t.browser('192.0.2.1').request(address))).rejects.toMatchObject({ code: 'not_found' });
  }
});
