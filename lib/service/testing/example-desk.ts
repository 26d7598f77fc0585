import { expect } from 'vitest';
import type { Example, ExampleDraft } from '#lib/contract/service/example.ts';
import { until } from './poll.ts';
import type { TestService } from './start-test-service.ts';

export const SLIP = {
  name: 'Slip',
  fields: [
    { name: 'number', type: 'string' },
    { name: 'total', type: 'money' },
    { name: 'day', type: 'date' },
    {
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'text', type: 'string' },
        { name: 'amount', type: 'money' },
      ],
    },
  ],
};

/** What a caller of the service does who has documents approved. */
export function createExampleDesk(service: () => TestService) {
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await service().ask(path, { method, headers: { 'content-type': 'application/json', ...headers }, ...json });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const upload = async (text: string, name = 'slip.txt'): Promise<string> => {
    const form = new FormData();
    form.set('file', new File([text], name));
    return (await (await service().ask('/v1/documents', { method: 'POST', body: form })).json()).id;
  };
  const settled = (path: string) =>
    until(
      async () => (await ask('GET', path)).body,
      ({ status }) => status !== 'pending' && status !== 'processing',
    );
  return {
    ask,
    upload,
    /** The record at an address once it is completed or failed. */
    settled,
    /** The document's id, once it is indexed. */
    uploadIndexed: async (text: string, name?: string): Promise<string> => {
      const id = await upload(text, name);
      expect(await settled(`/v1/documents/${id}`)).toMatchObject({ status: 'completed' });
      return id;
    },
    createSchema: async (draft: object = SLIP): Promise<string> => (await ask('POST', '/v1/schemas', draft)).body.id,
    approve: (schemaId: string, documentId: string, fields: ExampleDraft['fields'], more: object = {}) =>
      ask('POST', `/v1/schemas/${schemaId}/examples`, { document_id: documentId, fields, ...more }),
    /** The example once it was learned from, or could not be. */
    learned: (schemaId: string, id: string): Promise<Example> => settled(`/v1/schemas/${schemaId}/examples/${id}`),
  };
}
