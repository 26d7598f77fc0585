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
  put: <T>(path: string, body: unknown) => Promise<Answer<T>>;
  /** Sends a file as the drop zone does; again under the same `uploadId` it is stored once. */
  upload: <T>(name: string, bytes: Uint8Array<ArrayBuffer>, schemaId: string, uploadId?: string) => Promise<Answer<T>>;
  download: (path: string) => Promise<Uint8Array>;
  /** The session's cookie, for requests of one's own. */
  cookie: () => string;
};

/** @param timeoutMs how long an answer may take */
export function createDeskClient(url: string, timeoutMs = 60_000): DeskClient {
  let cookie = '';

  async function send<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const headers = { origin: url, cookie, ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const others = cookie.split('; ').filter((other) => other && !other.startsWith(`${name}=`));
      cookie = [...others, pair].join('; ');
    }
    const text = await response.text();
    return { status: response.status, body: (text ? tryParse(text) : null) as T };
  }

  const sendBody = <T>(method: string, path: string, body: unknown) =>
    send<T>(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const post = <T>(path: string, body: unknown) => sendBody<T>('POST', path, body);

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
    put: (path, body) => sendBody('PUT', path, body),
    upload: (name, bytes, schemaId, uploadId) =>
      send(`/api/documents?${new URLSearchParams({ name, schema_id: schemaId, ...(uploadId ? { upload_id: uploadId } : {}) })}`, {
        method: 'POST',
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    async download(path) {
      const response = await fetch(url + path, { headers: { cookie }, signal: AbortSignal.timeout(timeoutMs) });
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
