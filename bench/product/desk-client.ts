import { ACCOUNT, SET_UP_TOKEN } from './account.ts';

export type Answer<T> = { status: number; body: T };

/** A person at the desk, over HTTP: keeps the session's cookie. Every method throws when the connection breaks. */
export type DeskClient = {
  /** Where the desk is. */
  url: string;
  /** Makes the first account, or signs in when there is one. */
  enter: () => Promise<void>;
  get: <T>(path: string) => Promise<Answer<T>>;
  post: <T>(path: string, body: unknown) => Promise<Answer<T>>;
  /** Sends a file as the drop zone does. */
  upload: <T>(name: string, bytes: Uint8Array<ArrayBuffer>, schemaId: string) => Promise<Answer<T>>;
  download: (path: string) => Promise<Uint8Array>;
  /** The session's cookie, for requests of one's own. */
  cookie: () => string;
};

export function createDeskClient(url: string): DeskClient {
  let cookie = '';

  async function send<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const headers = { origin: url, cookie, ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(60_000) });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const others = cookie.split('; ').filter((other) => other && !other.startsWith(`${name}=`));
      cookie = [...others, pair].join('; ');
    }
    const text = await response.text();
    return { status: response.status, body: (text ? tryParse(text) : null) as T };
  }

  const post = <T>(path: string, body: unknown) =>
    send<T>(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  return {
    url,
    cookie: () => cookie,
    async enter() {
      const state = await send<{ set_up: boolean; user: unknown }>('/api/session');
      if (state.body.user) return;
      const answer = state.body.set_up
        ? await post('/api/set-up', { ...ACCOUNT, token: SET_UP_TOKEN })
        : await post('/api/auth/sign-in/email', { email: ACCOUNT.email, password: ACCOUNT.password });
      if (answer.status >= 300) throw new Error(`Signing in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    },
    get: (path) => send(path),
    post,
    upload: (name, bytes, schemaId) =>
      send(`/api/documents?name=${encodeURIComponent(name)}&schema_id=${encodeURIComponent(schemaId)}`, {
        method: 'POST',
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    async download(path) {
      const response = await fetch(url + path, { headers: { cookie } });
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
