import type { ServiceClient } from './work-at-desk.ts';

/** The service over HTTP, with a key. `schemaId` is set by the caller once a schema is there. */
export function createServiceClient(url: string, key: string): ServiceClient {
  const headers = { authorization: `Bearer ${key}` };
  async function answer<T>(response: Response): Promise<{ status: number; body: T }> {
    return { status: response.status, body: (await response.json()) as T };
  }
  return {
    schemaId: '',
    async upload(name, bytes) {
      const form = new FormData();
      form.append('file', new Blob([bytes]), name);
      return answer(await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form, signal: AbortSignal.timeout(60_000) }));
    },
    get: async (path) => answer(await fetch(url + path, { headers, signal: AbortSignal.timeout(60_000) })),
    post: async (path, body) =>
      answer(
        await fetch(url + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(60_000),
        }),
      ),
  };
}
