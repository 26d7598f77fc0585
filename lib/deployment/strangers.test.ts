import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { createDeploymentClient } from './create-deployment-client.ts';
import { readJobAnswer } from './read-job-answer.ts';
import { type Control, SHAPES } from './stand-in/faults.ts';
import { startRemoteStandIn } from './stand-in/remote-stand-in.ts';

const KEY = 'sk-of-a-stranger-41c7';
const PAPER = 'Seller: Müller & Söhne\nInvoice no.: INV-7\nTotal: 12.50\narticle | amount\nRope | 19.00\nAnchor | 37.50';
const { fields } = schemaDraftSchema.parse({
  name: 'Invoice',
  fields: [
    { name: 'seller', type: 'string' },
    { name: 'invoice_no', type: 'string' },
    { name: 'total', type: 'money' },
    {
      name: 'items',
      type: 'rows',
      fields: [
        { name: 'article', type: 'string' },
        { name: 'amount', type: 'money' },
      ],
    },
  ],
});

const MODES: [what: string, control: Control][] = [
  ...SHAPES.map((shape): [string, Control] => [`fields in the shape “${shape}”`, { shape }]),
  ['numbers for ids', { ids: 'number' }],
  ['ids with slashes', { ids: 'slash' }],
  ['the id in Location alone', { id_in: 'location' }],
  ['the id in Location alone, with slashes', { id_in: 'location', ids: 'slash' }],
  ['a bare id', { id_in: 'bare' }],
  ['a bare number', { id_in: 'bare', ids: 'number' }],
  ['a byte-order mark', { encoding: 'bom' }],
  ['ISO 8859-1', { encoding: 'latin1' }],
  ['UTF-16', { encoding: 'utf16' }],
  ['JSON:API', { wrapping: 'json_api' }],
  ['words of its own', { completed: { document: 'Indexed', job: 'SUCCEEDED' } }],
  ['errors beside the fields', { rules: [{ name: '', phase: 'job', fault: 'with_errors', times: 0 }] }],
  ['its key in every answer', { echo_key: true }],
];
test.each(MODES)('a deployment with %s is understood', async (_what, control) => {
  const standIn = await startRemoteStandIn({ apiKey: KEY, control: { work_ms: 0, ...control } });
  onTestFinished(() => standIn.close());
  const client = createDeploymentClient({ baseUrl: standIn.url, apiKey: KEY });
  const until = async <T extends { phase: string }>(look: () => Promise<T>) => {
    for (;;) {
      const found = await look();
      if (found.phase !== 'running') return found;
      await sleep(20);
    }
  };
  const { id } = await client.submitDocument(Readable.from([PAPER]), { name: 'paper.txt' });
  expect(await until(() => client.getDocument(id))).toMatchObject({ id, phase: 'completed' });
  const made = await client.createExtractionJob({ documentId: id, schemaId: 'theirs-7' });
  const job = await until(() => client.getExtractionJob(made.id));
  expect(job.phase).toBe('completed');
  expect(JSON.stringify(job.raw)).not.toContain(KEY);
  const { result } = readJobAnswer(job.raw, fields);
  expect(result.fields).toMatchObject({
    seller: { value: 'Müller & Söhne' },
    invoice_no: { value: 'INV-7' },
    total: { value: 12.5 },
    items: [
      { article: { value: 'Rope' }, amount: { value: 19 } },
      { article: { value: 'Anchor' }, amount: { value: 37.5 } },
    ],
  });
});
