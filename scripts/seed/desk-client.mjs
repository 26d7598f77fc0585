/** The desk said no. `status` of HTTP, `code` of the problem where there is one. */
export class RefusedError extends Error {
  constructor(asked, status, text) {
    let problem = {};
    try {
      problem = JSON.parse(text);
    } catch {
      // not of ours; the text says what it says
    }
    super(`${asked} answered ${status}: ${problem.detail ?? text.slice(0, 200)}`);
    this.status = status;
    this.code = problem.code ?? null;
  }
}

/**
 * A person at the desk, over HTTP: keeps the session's cookie.
 * @param {string} url where the desk is
 * Methods give the answer's body. @throws RefusedError when the desk says no, TypeError when it cannot be reached
 */
export function createPerson(url) {
  const cookies = new Map();
  async function send(method, path, body, type = 'application/json') {
    const response = await fetch(url + path, {
      method,
      headers: { origin: url, cookie: [...cookies].map((pair) => pair.join('=')).join('; '), ...(body ? { 'content-type': type } : {}) },
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(120_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    if (!response.ok) throw new RefusedError(`${method} ${path}`, response.status, text);
    return text ? JSON.parse(text) : null;
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body = {}) => send('POST', path, JSON.stringify(body)),
    put: (path, body) => send('PUT', path, JSON.stringify(body)),
    upload: (name, bytes, options) =>
      send('POST', `/api/documents?${new URLSearchParams({ name, ...options })}`, bytes, 'application/octet-stream'),
  };
}
