import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Example } from '#lib/contract/service/example.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { newId } from '#lib/platform/clock.ts';
import { examples } from '../context/tables.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { findLayout } from './find-layout.ts';

let test: TestService;
const desk = createExampleDesk(() => test);
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const slip = (number: number) =>
  `Delivery slip of the Riverside Mill\n\nSlip number: S-${number}\nDelivered to the yard in Harbour Lane\nOak boards, planed on both sides\nTotal: ${number}.50 EUR\n`;
const letter = 'Dear Ada,\n\nthank you for coming to see us. We close in May and open again in autumn.\n\nYours, Ben\nNumber: 7\n';

async function approve(schema: string, text: string): Promise<Example> {
  const document = await desk.uploadIndexed(text, 'slip.txt');
  const saved = await desk.approve(schema, document, { number: { value: null } });
  expect(saved.body.layout_id).toBeNull();
  return desk.learned(schema, saved.body.id);
}

describe('a layout', () => {
  it('is shared by examples that look alike, and by no others', async () => {
    const [schema, another] = [await desk.createSchema(), await desk.createSchema()];
    const first = await approve(schema, slip(1));
    const second = await approve(schema, slip(2));
    const other = await approve(schema, letter);
    const elsewhere = await approve(another, slip(3));
    expect(first.layout_id).toEqual(expect.any(String));
    expect(second.layout_id).toBe(first.layout_id);
    expect(other.layout_id).not.toBe(first.layout_id);
    expect(elsewhere.layout_id).not.toBe(first.layout_id);
    const { items } = (await desk.ask('GET', `/v1/schemas/${schema}/examples`)).body;
    expect(items.map((one: Example) => one.layout_id)).toEqual([other.layout_id, first.layout_id, first.layout_id]);
  });

  it('stays when its first example is removed, and is left while an example is learned anew', async () => {
    const schema = await desk.createSchema();
    const first = await approve(schema, slip(4));
    const second = await approve(schema, slip(5));
    expect((await desk.ask('DELETE', `/v1/schemas/${schema}/examples/${first.id}`)).status).toBe(204);
    const third = await approve(schema, slip(6));
    expect([second.layout_id, third.layout_id]).toEqual([first.layout_id, first.layout_id]);
    const again = await desk.approve(schema, second.document_id, { number: { value: 'S-5' } });
    expect(again.body).toMatchObject({ id: second.id, layout_id: null });
    expect(await desk.learned(schema, second.id)).toMatchObject({ layout_id: first.layout_id });
  });

  it('that is new is shared by two that are learned at the same time', async () => {
    const { database } = test.context;
    const schema = await desk.createSchema();
    const sketch = Uint32Array.of(1, 2, 3, 4);
    const rows = await Promise.all(
      [7, 8, 9].map(async (number) => {
        const documentId = await desk.uploadIndexed(slip(number), 'slip.txt');
        return { id: newId(), schemaId: schema, documentId, approved: {}, valueCount: 0 };
      }),
    );
    await database.insert(examples).values(rows);
    const layouts = await Promise.all(
      rows.map((row) =>
        database.transaction(async (tx) => {
          const layoutId = await findLayout(tx, row, sketch, []);
          const learned = {
            status: 'completed' as const,
            lesson: { version: LESSON_VERSION, keys: [], fields: {} },
            lessonVersion: LESSON_VERSION,
            sketch,
            layoutId,
          };
          await tx.update(examples).set(learned).where(eq(examples.id, row.id));
          return layoutId;
        }),
      ),
    );
    expect(new Set(layouts).size).toBe(1);
  });
});
