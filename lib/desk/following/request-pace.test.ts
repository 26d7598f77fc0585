import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Fault } from '#lib/deployment/stand-in/faults.ts';
import { deploymentPaces, deploymentSpeeds } from '../deployments/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from '../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

let t: TestDesk;
let standIn: SpawnedStandIn;
let schemaId: string;
beforeAll(async () => {
  standIn = await spawnStandIn();
  // a tenth of the waits that deployments get
  t = await startTestDesk({ deployment: standIn, work: true, settings: { pauseScale: 0.1 } });
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] })).id;
});
beforeEach(async () => {
  await standIn.control({ rules: [], index_ms: 100, job_ms: 100 });
  // as if nothing had been asked yet
  await t.desk.database.delete(deploymentPaces);
  await t.desk.database.delete(deploymentSpeeds);
});
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

let made = 0;
const drop = () => {
  made += 1;
  return t.drop(`Invoice number: INV-${made}\n`, { name: `paper-${made}.txt`, schemaId });
};
const refuseUploads = (fault: Fault) => standIn.control({ rules: [{ name: '', phase: 'upload', fault, times: 1 }] });

test('many documents cost six requests each at most, at a deployment that is slow and not known yet', async () => {
  await standIn.control({ index_ms: 2_000, job_ms: 300 });
  const before = (await standIn.state()).log.length;
  const dropped = await Promise.all(Array.from({ length: 25 }, drop));
  for (const { id } of dropped) await t.until(id, 'to_review');
  expect((await standIn.state()).log.length - before).toBeLessThanOrEqual(6 * dropped.length);
});

test.each([
  ['seconds', 'too_many_retry_after'],
  ['a date by another clock', 'retry_after_other_clock'],
] as const)('Retry-After in %s is obeyed from the very first upload on, for all documents', async (_, fault) => {
  await refuseUploads(fault);
  const before = (await standIn.state()).log.length;
  const first = await drop();
  const second = await drop();
  await t.until(first.id, 'to_review');
  await t.until(second.id, 'to_review');
  const [refused, next] = (await standIn.state()).log.slice(before);
  expect(refused).toMatchObject({ path: '/v1/documents', status: 429 });
  expect(next!.at - refused!.at).toBeGreaterThanOrEqual(950);
});

test.each(['refuse_400', 'refuse_402', 'refuse_413', 'refuse_415', 'refuse_422'] as const)(
  'what is refused for good (%s) is sent once',
  async (fault) => {
    await refuseUploads(fault);
    const before = (await standIn.state()).log.length;
    const { id } = await drop();
    await t.until(id, 'failed');
    expect((await standIn.state()).log.slice(before).map(({ path }) => path)).toEqual(['/v1/documents']);
  },
);
