import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examples } from '../context/tables.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

let test: TestService;
const desk = createExampleDesk(() => test);
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const SCHEMA = {
  name: 'Delivery',
  fields: [
    {
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'item_number', type: 'string' },
        { name: 'description', type: 'string' },
        { name: 'quantity', type: 'number' },
        { name: 'unit_price', type: 'money' },
        { name: 'line_total', type: 'money' },
      ],
    },
  ],
};
type Item = readonly [string, string, number, number, number];
const FIRST: Item[] = [
  ['AX-71', 'Long rope', 4, 12.5, 50],
  ['BQ-32', 'Iron hook', 3, 7.2, 21.6],
  ['CR-90', 'Tar brush', 12, 3.1, 37.2],
];
const SECOND: Item[] = [
  ['DV-15', 'Oak plank', 6, 18.4, 110.4],
  ['EW-88', 'Short rope', 2, 9.9, 19.8],
];

/** A sheet whose headings nobody knows; the last column is one that no field asks for. */
const sheet = (items: readonly Item[]) =>
  [
    'Brudsk,Kvelm,Wemp,Zorp,Fjurel,Plinfa',
    ...items.map(([number, text, count, price, total]) => [text, number, total * 3, count, total, price].join()),
  ].join('\n');
const upload = (items: readonly Item[], name: string) => desk.uploadIndexed(sheet(items), name);
const names = SCHEMA.fields[0]!.fields.map(({ name }) => name);

it('a table is read as one that was approved, and by the engine alone once that is forgotten', async () => {
  const schema_id = await desk.createSchema(SCHEMA);
  const [first, second] = [await upload(FIRST, 'first.csv'), await upload(SECOND, 'second.csv')];
  const read = async () => {
    const { id } = (await desk.ask('POST', '/v1/extractions/jobs', { document_id: second, schema_id })).body;
    const { result } = await desk.settled(`/v1/extractions/jobs/${id}`);
    return result.fields.lines as Record<string, { value: unknown; remembered?: { document_ids: string[] } }>[];
  };
  const valuesIn = (rows: Awaited<ReturnType<typeof read>>) => rows.map((row) => names.map((name) => row[name]?.value));
  const alone = await read();
  expect(valuesIn(alone)).not.toEqual(SECOND);
  const rows = FIRST.map((item) => Object.fromEntries(names.map((name, at) => [name, { value: item[at]! }])));
  const { id } = (await desk.approve(schema_id, first, { lines: rows })).body;
  expect(await desk.learned(schema_id, id)).toMatchObject({ status: 'completed' });
  const [row] = await test.context.database.select().from(examples).where(eq(examples.id, id));
  expect(row?.lesson?.tables?.lines?.headings).toContainEqual({ text: 'kvelm', column: 'item_number' });
  const taught = await read();
  expect(valuesIn(taught)).toEqual(SECOND);
  expect(taught[0]?.item_number?.remembered?.document_ids).toEqual([first]);
  await desk.ask('DELETE', `/v1/schemas/${schema_id}/examples?document_id=${first}`);
  expect(await read()).toEqual(alone);
});
