import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { markField } from '#lib/extraction/memory/mark-field.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import { readingOfLines } from '#lib/extraction/testing/reading-of-lines.ts';
import { newId } from '#lib/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { documents, examples, schemas } from '../context/tables.ts';
import { createExampleMemory, type ExampleMemory } from './example-memory.ts';
import { createKnownExamples, type KnownExamples } from './known-examples.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const readingOf = (text: string) => readingOfLines([text.split('\n')]);
const SLIP = 'Delivery slip of the mill\nNumber S-1\nDay 3 May 2026\nTotal 12.50';
const SECOND = readingOf('Delivery slip of the mill\nNumber S-2\nDay 4 May 2026\nTotal 13.75');

async function makeSchema(): Promise<string> {
  const id = newId();
  await test.database.insert(schemas).values({ id, version: 1 });
  return id;
}

/** A document that was approved and learned from; what its lesson says tells it from others. */
async function makeExample(schemaId: string, text: string, more: Partial<typeof examples.$inferInsert> = {}) {
  const [id, documentId] = [newId(), newId()];
  await test.database.insert(documents).values({ id: documentId, name: 'slip.txt', status: 'completed', size: 1, sha256: documentId });
  const lesson = { version: LESSON_VERSION, keys: [], fields: {}, of: documentId } as Lesson;
  const learned = {
    status: 'completed',
    lesson,
    lessonVersion: LESSON_VERSION,
    sketch: sketchReading(readingOf(text)),
    attempt: 1,
  } as const;
  await test.database.insert(examples).values({ id, schemaId, documentId, approved: {}, valueCount: 0, ...learned, ...more });
  return { id, documentId, lesson };
}

const recallWith = async (memory: ExampleMemory, id: string, document: { id: string; reading: Reading }) =>
  (await memory.recall({ id, fields: [] }, document)).memory;

describe('what a schema remembers', () => {
  it('is told of the documents most like this one, the likest first', async () => {
    const schema = await makeSchema();
    const letter = await makeExample(schema, 'Dear Ada,\nthe mill is closed in May.');
    const slip = await makeExample(schema, SLIP);
    await makeExample(await makeSchema(), SLIP);
    const remembered = await recallWith(createExampleMemory(test.database), schema, { id: newId(), reading: SECOND });
    expect(remembered).toEqual([
      { id: slip.documentId, likeness: expect.any(Number), lesson: slip.lesson },
      { id: letter.documentId, likeness: expect.any(Number), lesson: letter.lesson },
    ]);
    expect(remembered[0]!.likeness).toBeGreaterThan(remembered[1]!.likeness);
  });

  it('is told of five documents at most', async () => {
    const schema = await makeSchema();
    for (let count = 0; count < 8; count += 1) await makeExample(schema, `${SLIP}\nslip ${count}`);
    expect(await recallWith(createExampleMemory(test.database), schema, { id: newId(), reading: SECOND })).toHaveLength(5);
  });

  it('is told of documents of the same party too, whatever they look like, but not of those that only share one’s own company', async () => {
    const schema = await makeSchema();
    const own = 'vat DE129273398';
    const letter = (count: number) => `Letter ${count} about another thing, number ${count}, to nobody in particular\n`.repeat(count + 1);
    for (let count = 0; count < 12; count += 1) await makeExample(schema, `${SLIP}\nslip ${count}`, { partyKeys: [own] });
    const same = await makeExample(schema, letter(3), { partyKeys: [own, 'vat DE136695976'] });
    await makeExample(schema, letter(5), { partyKeys: [own, 'vat DE811907980'] });
    const reading = readingOf('Delivery slip of the mill\nNumber S-3\nDay 5 May 2026\nVAT ID DE136695976\nTo DE129273398\nTotal 1.00');
    const ids = (await recallWith(createExampleMemory(test.database), schema, { id: newId(), reading })).map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(ids.at(-1)).toBe(same.documentId);
  });

  it('leaves out what the document itself taught, but not another one with the same content', async () => {
    const schema = await makeSchema();
    const [self, copy] = [await makeExample(schema, SLIP), await makeExample(schema, SLIP)];
    const remembered = await recallWith(createExampleMemory(test.database), schema, { id: self.documentId, reading: readingOf(SLIP) });
    expect(remembered.map(({ id, likeness }) => [id, likeness])).toEqual([[copy.documentId, 1]]);
  });

  it('leaves out what is not learned yet, could not be, or was learned by another version of the engine', async () => {
    const schema = await makeSchema();
    const none = { lesson: null, lessonVersion: null, sketch: null };
    await makeExample(schema, SLIP, { status: 'pending', ...none });
    await makeExample(schema, SLIP, { status: 'failed', ...none });
    await makeExample(schema, SLIP, { lesson: { version: LESSON_VERSION + 1, keys: [], fields: {} }, lessonVersion: LESSON_VERSION + 1 });
    expect(await recallWith(createExampleMemory(test.database), schema, { id: newId(), reading: SECOND })).toEqual([]);
  });

  it('follows at once what other workers learn and forget', async () => {
    const schema = await makeSchema();
    const memory = createExampleMemory(test.database);
    const recall = async () => (await recallWith(memory, schema, { id: newId(), reading: SECOND })).map(({ id, lesson }) => [id, lesson]);
    expect(await recall()).toEqual([]);
    const first = await makeExample(schema, SLIP);
    expect(await recall()).toEqual([[first.documentId, first.lesson]]);
    // one comes as another goes: as many as before
    const second = await makeExample(schema, SLIP);
    await test.database.delete(documents).where(eq(documents.id, first.documentId));
    expect(await recall()).toEqual([[second.documentId, second.lesson]]);
    await test.database.update(examples).set({ status: 'pending', lesson: null, lessonVersion: null }).where(eq(examples.id, second.id));
    expect(await recall()).toEqual([]);
  });
});

describe('how answers turned out', () => {
  const total = fieldSchema.parse({ name: 'total', type: 'money' });
  /** A slip on which the engine's total was right or wrong. */
  const makeOutcome = (schema: string, isRight: boolean) => {
    const learned = { value: 12.5, prints: [], isRight, confidence: 0.6, isNothing: false, asked: markField(total) };
    return makeExample(schema, SLIP, { lesson: { version: LESSON_VERSION, keys: [], fields: { total: learned } } });
  };
  const recordOf = async (memory: ExampleMemory, id: string, document = newId()) =>
    (await memory.recall({ id, fields: [total] }, { id: document, reading: SECOND })).records.total?.value;

  it('is counted over all documents that a schema learned from, but this one', async () => {
    const schema = await makeSchema();
    const memory = createExampleMemory(test.database);
    expect(await recordOf(memory, schema)).toBeUndefined();
    const [first] = [await makeOutcome(schema, true), await makeOutcome(schema, true), await makeOutcome(schema, false)];
    await makeOutcome(await makeSchema(), true);
    expect(await recordOf(memory, schema)).toMatchObject({ right: 2, count: 3 });
    expect(await recordOf(memory, schema, first.documentId)).toMatchObject({ right: 1, count: 2 });
  });

  it('counts what nobody touched for less, the more errors second checks found that had been missed', async () => {
    const recordWith = async (isUntouched: boolean, errors: number, caught: number) => {
      const schema = await makeSchema();
      const learned = { value: 12.5, prints: [], isRight: true, confidence: 0.6, isNothing: false, asked: markField(total) };
      const fields = { total: isUntouched ? { ...learned, isUntouched: true as const } : learned };
      for (let made = 0; made < 10; made += 1) await makeExample(schema, SLIP, { lesson: { version: LESSON_VERSION, keys: [], fields } });
      await makeExample(schema, SLIP, { secondCheck: { errors, caught } });
      return (await recordOf(createExampleMemory(test.database), schema))!;
    };
    const looked = await recordWith(false, 10, 2);
    const missed = [await recordWith(true, 10, 10), await recordWith(true, 10, 6), await recordWith(true, 10, 2)];
    expect(looked).toMatchObject({ right: 10, count: 10, untouched: 0 });
    for (const record of missed) expect(record).toMatchObject({ right: 10, count: 10, untouched: 10 });
    expect(missed[0]!.shift).toBe(looked.shift);
    expect(missed[1]!.shift).toBeLessThan(looked.shift);
    expect(missed[2]!.shift).toBeLessThan(missed[1]!.shift);
  });

  it('is forgotten with the document', async () => {
    const schema = await makeSchema();
    const memory = createExampleMemory(test.database);
    const [first] = [await makeOutcome(schema, true), await makeOutcome(schema, false)];
    expect(await recordOf(memory, schema)).toMatchObject({ right: 1, count: 2 });
    await test.database.delete(documents).where(eq(documents.id, first.documentId));
    expect(await recordOf(memory, schema)).toMatchObject({ right: 0, count: 1 });
  });
});

describe('outcomes in memory', () => {
  const total = { value: 1, prints: [], isRight: true, confidence: 0.5, isNothing: false, asked: 4_294_967_295 };
  const lessonOf = (isRight: boolean): Lesson => {
    const fields = ['total', 'constructor'].map((name) => [name, { ...total, isRight }]);
    return { version: LESSON_VERSION, keys: [], fields: Object.fromEntries(fields) };
  };
  const outcomesOf = async (known: KnownExamples, schema: string) => (await known.list(schema)).map(({ outcomes }) => outcomes);

  it('are kept of the newest examples, the same by a worker that has run for long and by a new one', async () => {
    const schema = await makeSchema();
    const known = createKnownExamples(test.database, { mostOutcomes: 3 });
    for (let count = 0; count < 3; count += 1) await makeExample(schema, SLIP, { lesson: lessonOf(true) });
    expect((await outcomesOf(known, schema)).every((outcomes) => outcomes?.total?.isRight)).toBe(true);
    await makeExample(schema, SLIP, { lesson: lessonOf(false) });
    const newest = await makeExample(schema, SLIP, { lesson: lessonOf(false) });
    const outcomes = await outcomesOf(known, schema);
    expect(outcomes.map((one) => one?.total?.isRight)).toEqual([false, false, true, undefined, undefined]);
    expect(await outcomesOf(createKnownExamples(test.database, { mostOutcomes: 3 }), schema)).toEqual(outcomes);
    // one of the newest goes: the next one comes in again
    await test.database.delete(documents).where(eq(documents.id, newest.documentId));
    expect((await outcomesOf(known, schema)).map((one) => one?.total?.isRight)).toEqual([false, true, true, undefined]);
  });

  it('are those of the newest lesson, of fields of any name', async () => {
    const schema = await makeSchema();
    const known = createKnownExamples(test.database);
    const { id } = await makeExample(schema, SLIP, { lesson: lessonOf(true) });
    const { value, prints, ...outcome } = total;
    expect(await outcomesOf(known, schema)).toEqual([{ total: outcome, constructor: outcome }]);
    await test.database
      .update(examples)
      .set({ lesson: lessonOf(false), attempt: 2 })
      .where(eq(examples.id, id));
    expect((await outcomesOf(known, schema))[0]?.total?.isRight).toBe(false);
  });
});

describe('examples in memory', () => {
  it('are those of the newest lesson of a document that was learned from anew', async () => {
    const schema = await makeSchema();
    const known = createKnownExamples(test.database);
    const { id, documentId } = await makeExample(schema, SLIP);
    await known.list(schema);
    const sketch = Uint32Array.of(1, 2, 4_294_967_295);
    await test.database.update(examples).set({ sketch, attempt: 2 }).where(eq(examples.id, id));
    expect(await known.list(schema)).toMatchObject([{ id: documentId, sketch }]);
  });

  it('are not asked for again while nothing changes, and only the new ones then', async () => {
    const schema = await makeSchema();
    const known = createKnownExamples(test.database);
    await makeExample(schema, SLIP);
    const [before] = await known.list(schema);
    expect((await known.list(schema))[0]).toBe(before);
    const { documentId } = await makeExample(schema, SLIP);
    const after = await known.list(schema);
    expect(after).toHaveLength(2);
    expect(after.find(({ id }) => id !== documentId)).toBe(before);
  });

  it('of the schemas used longest ago give way when they take too much', async () => {
    const [first, second] = [await makeSchema(), await makeSchema()];
    const known = createKnownExamples(test.database, { mostBytes: 1_000 });
    await makeExample(first, SLIP);
    await makeExample(second, SLIP);
    const [before] = await known.list(first);
    expect((await known.list(first))[0]).toBe(before);
    await known.list(second);
    const [again] = await known.list(first);
    expect(again).not.toBe(before);
    expect(again).toMatchObject({ id: before!.id, sketch: before!.sketch });
  });

  it('are right when many ask at once', async () => {
    const schema = await makeSchema();
    const known = createKnownExamples(test.database);
    const made = [await makeExample(schema, SLIP), await makeExample(schema, SLIP)];
    const lists = await Promise.all(Array.from({ length: 20 }, () => known.list(schema)));
    for (const list of lists) expect(list.map(({ id }) => id).toSorted()).toEqual(made.map(({ documentId }) => documentId).toSorted());
  });
});
