import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfIntegers } from '../context/integer-bytes.ts';
import { examples } from '../context/tables.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { makeMail } from '../testing/make-mail.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

let test: TestService;
const desk = createExampleDesk(() => test);
const { ask } = desk;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

/** The tables of the whole database that hold this text in a row. */
async function findTables(text: string): Promise<string[]> {
  const { database } = test.context;
  const { rows } = await database.execute<{ name: string }>(
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const held = await database.execute(
      sql`select 1 from ${sql.raw(name)} as held where position(${text} in lower(held::text)) > 0 limit 1`,
    );
    if (held.rows.length > 0) found.push(name);
  }
  return found;
}

async function learn(schema: string, document: string, value: string) {
  const { id } = (await desk.approve(schema, document, { number: { value } })).body;
  expect(await desk.learned(schema, id)).toMatchObject({ status: 'completed' });
  const [row] = await test.context.database.select().from(examples).where(eq(examples.id, id));
  return { id, sketch: bytesOfIntegers(row!.sketch!).toString('hex') };
}

describe('removing a document', () => {
  it('leaves nothing of what was approved and learned, of it and of the files in it', async () => {
    const schema = await desk.createSchema();
    const text = 'Delivery 4711\nfrom the mill by the river\n';
    const mail = makeMail('Delivery', 'See the slip.', [{ name: 'slip.txt', type: 'text/plain', content: text }]);
    const parent = await desk.uploadIndexed(mail, 'delivery.eml');
    const child = (await ask('GET', `/v1/documents?parent_id=${parent}`)).body.items[0].id;
    await expect.poll(async () => (await ask('GET', `/v1/documents/${child}`)).body.status).toBe('completed');
    const other = await desk.uploadIndexed('A slip that stays, number S-9\n');
    const learned = [await learn(schema, parent, 'Quillfeather-1'), await learn(schema, child, 'Quillfeather-2')];
    const kept = await learn(schema, other, 'Stays-9');
    expect(await findTables('quillfeather')).toEqual(['service.examples']);
    for (const { sketch } of learned) expect(await findTables(sketch)).toEqual(['service.examples']);

    expect((await ask('DELETE', `/v1/documents/${parent}`)).status).toBe(204);

    expect(await findTables('quillfeather')).toEqual([]);
    for (const { sketch } of learned) expect(await findTables(sketch)).toEqual([]);
    expect((await ask('GET', `/v1/schemas/${schema}/examples`)).body.items).toMatchObject([{ id: kept.id, document_id: other }]);
  });

  it('removes its examples of every schema, also while they are still to be learned from', async () => {
    const schemas = [await desk.createSchema(), await desk.createSchema()];
    const document = await desk.uploadIndexed('Slip of two schemas, number S-3\n');
    for (const schema of schemas) await desk.approve(schema, document, { number: { value: 'Tidewater-3' } });
    await ask('DELETE', `/v1/documents/${document}`);
    await expect.poll(() => test.context.queue.count('service.learn')).toEqual({ waiting: 0, active: 0 });
    expect(await findTables('tidewater')).toEqual([]);
    expect(await test.context.queue.count('service.learn.dead')).toEqual({ waiting: 0, active: 0 });
  });
});

describe('removing a schema', () => {
  it('removes what it has learned, and nothing of other schemas', async () => {
    const [schema, other] = [await desk.createSchema(), await desk.createSchema()];
    const document = await desk.uploadIndexed('Slip of a schema that goes, number S-4\n');
    await learn(schema, document, 'Lanternjaw-4');
    const kept = await learn(other, document, 'Stays-4');
    expect((await ask('DELETE', `/v1/schemas/${schema}`)).status).toBe(204);
    expect(await findTables('lanternjaw')).toEqual([]);
    expect((await ask('GET', `/v1/schemas/${other}/examples/${kept.id}`)).body).toMatchObject({ status: 'completed' });
  });
});
