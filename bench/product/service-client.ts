import type { ServiceClient } from './work-at-desk.ts';

/**
 * The service over HTTP, with a key. `schemaId` is set by the caller once a schema is there.
 * @param timeoutMs how long an answer may take
 */
export function createServiceClient(url: string, key: string, timeoutMs = 60_000): ServiceClient {
  const authorization = `Bearer ${key}`;
  async function send<T>(path: string, once: string | undefined, init: RequestInit = {}): Promise<{ status: number; body: T }> {
    const headers = { authorization, ...(once ? { 'idempotency-key': once } : {}), ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, body: (await response.json()) as T };
  }
  return {
    schemaId: '',
    async upload(name, bytes, once) {
      const form = new FormData();
      form.append('file', new Blob([bytes]), name);
      return send('/v1/documents', once, { method: 'POST', body: form });
    },
    get: (path) => send(path, undefined),
    post: (path, body, once) =>
      send(path, once, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  };
}
