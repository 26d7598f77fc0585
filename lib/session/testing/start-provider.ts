import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { listen } from '#lib/platform/testing/listen.ts';

export const CLIENT = { id: 'countersign-test', secret: 'a secret of the test' };

/** What the provider says wrongly, for tests. */
export type Misbehaviour = {
  claims?: Record<string, unknown>;
  /** Sign with a key that the provider does not publish. */
  foreignKey?: boolean;
  unsigned?: boolean;
  withoutIdToken?: boolean;
  tokenStatus?: number;
};

export type TestProvider = {
  issuer: string;
  /** The person who is signed in at the provider. */
  person: Record<string, unknown>;
  misbehave: Misbehaviour;
  /** What a browser does at the provider's page: signs in and is sent back. @returns the address it is sent to */
  visit: (authorizationUrl: string) => URL;
  close: () => Promise<void>;
};

/** A small OpenID provider on a port of its own: discovery, keys, authorization code with PKCE, signed ID tokens. */
export async function startProvider(): Promise<TestProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = own.publicKey.export({ format: 'jwk' });
  const kid = 'key-1';
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '/', provider.issuer);
    if (pathname === '/.well-known/openid-configuration') {
      return send(200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (pathname === '/keys') return send(200, { keys: [{ ...jwk, kid, use: 'sig', alg: 'RS256' }] });
    if (pathname !== '/token') return send(404, {});
    if (provider.misbehave.tokenStatus) return send(provider.misbehave.tokenStatus, { error: 'server_error' });
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const granted = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!granted || challenge !== granted.challenge || form.get('redirect_uri') !== granted.redirectUri) {
      return send(400, { error: 'invalid_grant' });
    }
    return send(200, {
      access_token: 'an access token',
      token_type: 'Bearer',
      ...(provider.misbehave.withoutIdToken ? {} : { id_token: makeIdToken(granted.nonce) }),
    });
  });

  function makeIdToken(nonce: string): string {
    const { claims, foreignKey, unsigned } = provider.misbehave;
    const now = Math.floor(Date.now() / 1000);
    const body = { iss: provider.issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce, ...provider.person, ...claims };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const content = `${part({ alg: unsigned ? 'none' : 'RS256', kid })}.${part(body)}`;
    if (unsigned) return `${content}.`;
    return `${content}.${sign('sha256', Buffer.from(content), (foreignKey ? foreign : own).privateKey).toString('base64url')}`;
  }

  const { url, close } = await listen(server);
  const provider: TestProvider = {
    issuer: url,
    person: {},
    misbehave: {},
    visit(authorizationUrl) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = crypto.randomUUID();
      const redirectUri = asked.get('redirect_uri') ?? '';
      codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '', redirectUri });
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      return back;
    },
    close,
  };
  return provider;
}
