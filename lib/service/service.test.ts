import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from './testing/poll.ts';
import { startTestService, type TestService } from './testing/start-test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const NOTE = `Invoice

Invoice number: LN-2041
Invoice date: 3 March 2026
Total amount: 1,240.50 EUR

Thank you for your order.
`;

describe('the flow of the interface', () => {
  it('uploads, indexes, extracts by a schema and gives the fields with their evidence', async () => {
    const form = new FormData();
    form.set('file', new File([NOTE], 'note.txt'));
    form.set('metadata', '{"batch": 7}');
    const uploaded = await test.ask('/v1/documents', { method: 'POST', body: form });
    const document = await uploaded.json();
    expect(uploaded.status, JSON.stringify(document)).toBe(201);
    expect(document).toMatchObject({ type: 'document', name: 'note.txt', status: 'pending', page_count: null, metadata: { batch: 7 } });

    const schema = await (
      await test.ask('/v1/schemas', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Invoice',
          fields: [
            { name: 'invoice_number', type: 'string' },
            { name: 'total_amount', type: 'money' },
            { name: 'ticket', type: 'string', format: 'vat_id', required: true },
          ],
          rules: [{ formula: 'total_amount <= 1000', message: 'Too much.' }],
        }),
      })
    ).json();
    const created = await test.ask('/v1/extractions/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_id: document.id, schema_id: schema.id }),
    });
    expect(created.status).toBe(201);
    const { id } = await created.json();
    const job = await until(
      async () => (await test.ask(`/v1/extractions/jobs/${id}`)).json(),
      ({ status }) => status !== 'pending' && status !== 'processing',
    );
    expect(job).toMatchObject({ status: 'completed', type: 'extraction_job', error: null });
    expect(job.result.fields.invoice_number).toMatchObject({ value: 'LN-2041', evidence: [{ page: 1 }] });
    expect(job.result.fields.total_amount.value).toBe(1240.5);
    expect(job.result.verdicts.rules).toMatchObject([
      { formula: 'total_amount <= 1000', holds: false, broken: [{ left: 1240.5, right: 1000 }] },
    ]);
    expect(job.result.verdicts.findings).toMatchObject([
      { pointer: '/ticket', reason: 'required_missing' },
      { pointer: '/total_amount', reason: 'rule_broken', message: 'Too much.' },
    ]);
    expect(await (await test.ask(`/v1/documents/${document.id}`)).json()).toMatchObject({ status: 'completed', page_count: 1 });
  });
});
