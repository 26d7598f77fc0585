/** A person at the desk, over HTTP: keeps the session's cookie. Each method gives the answer's body and throws on any refusal. */
export type Person = {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body?: unknown) => Promise<T>;
  put: <T>(path: string, body: unknown) => Promise<T>;
  remove: (path: string) => Promise<void>;
  /** Drops a file. `options`: further parameters of the address, e.g. `schema_id`. */
  upload: <T>(name: string, bytes: Uint8Array, options?: Record<string, string>) => Promise<T>;
  /** A document's original file. */
  download: (id: string) => Promise<Uint8Array>;
  /** The picture of a document's page. */
  picture: (id: string, page: number) => Promise<Uint8Array>;
};

/** @param url where the desk is */
export function createPerson(url: string): Person {
  const cookies = new Map<string, string>();

  async function ask(method: string, path: string, type: string, body?: BodyInit): Promise<Response> {
    const response = await fetch(url + path, {
      method,
      headers: {
        origin: url,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(120_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  async function send<T>(...asked: Parameters<typeof ask>): Promise<T> {
    const text = await (await ask(...asked)).text();
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  const load = async (path: string) => new Uint8Array(await (await ask('GET', path, '')).arrayBuffer());
  const sendJson = <T>(method: string, path: string, body: unknown) => send<T>(method, path, 'application/json', JSON.stringify(body));
  return {
    get: (path) => send('GET', path, ''),
    post: (path, body = {}) => sendJson('POST', path, body),
    put: (path, body) => sendJson('PUT', path, body),
    remove: (path) => send('DELETE', path, ''),
    upload: (name, bytes, options = {}) =>
      send(
        'POST',
        `/api/documents?${new URLSearchParams({ name, ...options })}`,
        'application/octet-stream',
        bytes as Uint8Array<ArrayBuffer>,
      ),
    download: (id) => load(`/api/documents/${id}/content`),
    picture: (id, page) => load(`/api/documents/${id}/pages/${page}/image`),
  };
}
