import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import type { CompanyConfig } from '#lib/platform/config.ts';
import { decrypt, encrypt } from '#lib/platform/secrets.ts';

/** Who signed in at the company, as its provider proved. `subject` never changes and is never given to somebody else. */
export type CompanyIdentity = { subject: string; email: string; name: string };

/** Why a sign-in through the company failed; the sign-in screen has a sentence for each. */
export type CompanyFault =
  | 'unreachable'
  | 'refused'
  | 'expired'
  | 'invalid'
  | 'unverified'
  | 'domain'
  | 'unknown_person'
  | 'unproved_account'
  | 'switched_off';

export class CompanySignInError extends Error {
  override name = 'CompanySignInError';
  readonly fault: CompanyFault;
  /** The address that the provider proved, where it got so far. */
  readonly email: string | null;
  constructor(fault: CompanyFault, cause?: unknown, email: string | null = null) {
    super(`The sign-in through the company failed: ${fault}`, { cause });
    this.fault = fault;
    this.email = email;
  }
}

/** What is kept in the browser, encrypted, while the person is at the company's page. */
type Journey = { state: string; nonce: string; verifier: string; next: string; redirectUri: string; endsAt: number };

/** OpenID Connect, authorization code with PKCE, state and nonce; the ID token's signature is checked too. */
export type CompanySignIn = {
  label: string;
  config: CompanyConfig;
  /** @returns where to send the browser, and the encrypted journey for its cookie @throws CompanySignInError `unreachable` */
  start: (redirectUri: string, next: string) => Promise<{ url: string; journey: string }>;
  /** Checks what the provider sent the browser back with. @throws CompanySignInError */
  finish: (search: string, journey: string | null) => Promise<{ identity: CompanyIdentity; next: string }>;
};

/** Seconds in which the person must be back. */
export const JOURNEY_SECONDS = 600;
const TIMEOUT_SECONDS = 10;

export function createCompanySignIn(config: CompanyConfig, secret: string): CompanySignIn {
  const key = createHash('sha256').update(`company:${secret}`).digest('base64url');
  let found: Promise<oidc.Configuration> | undefined;
  /** Asked when first needed and again after a failure, so that a provider that is away does not stop the desk from starting. */
  const discover = () => {
    found ??= discoverProvider(config).catch((error) => {
      found = undefined;
      throw new CompanySignInError('unreachable', error);
    });
    return found;
  };
  return {
    label: config.label,
    config,
    async start(redirectUri, next) {
      const provider = await discover();
      const journey: Journey = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        next,
        redirectUri,
        endsAt: Date.now() + JOURNEY_SECONDS * 1000,
      };
      const url = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: journey.state,
        nonce: journey.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, journey: encrypt(key, JSON.stringify(journey)) };
    },
    async finish(search, encrypted) {
      const journey = readJourney(key, encrypted);
      const query = new URLSearchParams(search);
      if (query.has('error') && query.get('state') === journey.state) throw new CompanySignInError('refused');
      const provider = await discover();
      const tokens = await oidc
        .authorizationCodeGrant(provider, new URL(journey.redirectUri + search), {
          expectedState: journey.state,
          expectedNonce: journey.nonce,
          pkceCodeVerifier: journey.verifier,
          idTokenExpected: true,
        })
        .catch((error) => {
          throw new CompanySignInError(isNetworkError(error) ? 'unreachable' : 'invalid', error);
        });
      return { identity: await identify(config, provider, tokens), next: journey.next };
    },
  };
}

async function discoverProvider(config: CompanyConfig): Promise<oidc.Configuration> {
  const execute = [oidc.enableNonRepudiationChecks];
  // only this very machine: the configuration refuses other http addresses
  if (config.issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(new URL(config.issuer), config.clientId, config.clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
}

function readJourney(key: string, encrypted: string | null): Journey {
  let journey: Journey;
  try {
    journey = JSON.parse(decrypt(key, encrypted ?? ''));
  } catch (error) {
    throw new CompanySignInError('expired', error);
  }
  if (journey.endsAt < Date.now()) throw new CompanySignInError('expired');
  return journey;
}

/** @throws CompanySignInError `unverified`, `domain`, `invalid`, `unreachable` */
async function identify(
  config: CompanyConfig,
  provider: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
): Promise<CompanyIdentity> {
  const claims = tokens.claims();
  if (!claims) throw new CompanySignInError('invalid');
  const more =
    typeof claims.email === 'string'
      ? claims
      : await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub).catch((error) => {
          throw new CompanySignInError(isNetworkError(error) ? 'unreachable' : 'invalid', error);
        });
  const email = typeof more.email === 'string' ? more.email.trim().toLowerCase() : '';
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw new CompanySignInError('unverified');
  const isVerified = more.email_verified === true || (more.email_verified === undefined && config.trustEmail);
  if (!isVerified) throw new CompanySignInError('unverified');
  if (config.domains.length > 0 && !config.domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new CompanySignInError('domain', undefined, email);
  const name = [more.name, claims.name, more.preferred_username].find(
    (given): given is string => typeof given === 'string' && given.trim() !== '',
  );
  return { subject: `${claims.iss}#${claims.sub}`, email, name: (name ?? email).trim().slice(0, 120) };
}

function isNetworkError(error: unknown): boolean {
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  const { code, cause, name } = (error ?? {}) as { code?: string; cause?: unknown; name?: string };
  if (code === 'OAUTH_TIMEOUT' || name === 'TimeoutError') return true;
  return cause !== undefined && cause !== error && isNetworkError(cause);
}
