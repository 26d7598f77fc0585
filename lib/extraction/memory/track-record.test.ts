import { describe, expect, it } from 'vitest';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { estimateCaught } from '#lib/document/statistics/estimate-caught.ts';
import { learnLesson } from '../learn-lesson.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import type { ApprovedFields } from './lesson.ts';
import { markField } from './mark-field.ts';
import { type Outcome, type Outcomes, recordFor, recordOutcomes } from './track-record.ts';

const field = fieldSchema.parse({ name: 'total', type: 'money', description: 'What is to be paid' });
const asked = markField(field);

const outcome = (isRight: boolean, confidence = 0.6, more: Partial<Outcome> = {}): Outcomes => ({
  total: { isRight, confidence, isNothing: false, asked, ...more },
});
const times = (count: number, made: Outcomes) => Array.from({ length: count }, () => made);
const recordOf = (documents: Outcomes[], value: number | null = 1) => recordFor(recordOutcomes(documents, [field]), 'total', { value });
/** Confidence of a further answer that the engine gives with .6. */
const chanceWith = (shift: number) => 1 / (1 + Math.exp(-Math.log(0.6 / 0.4) - shift));

describe('the track record of a field', () => {
  it('counts how many of its values were right', () => {
    expect(recordOf([...times(3, outcome(true)), outcome(false)])).toMatchObject({ right: 3, count: 4 });
  });

  it('draws the confidence towards the share of right values, the closer the more documents there are', () => {
    const chances = [1, 5, 20, 200].map((count) => chanceWith(recordOf(times(count, outcome(true))).shift));
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
    expect(chances[0]).toBeGreaterThan(0.6);
    expect(chances[0]).toBeLessThan(0.75);
    expect(chances[3]).toBeGreaterThan(0.97);
    const mixed = [...times(900, outcome(true)), ...times(100, outcome(false))];
    expect(chanceWith(recordOf(mixed).shift)).toBeCloseTo(0.9, 2);
  });

  it('lowers the confidence where values were wrong, and leaves it where it was borne out', () => {
    expect(recordOf(times(10, outcome(false))).shift).toBeLessThan(-1);
    expect(Math.abs(recordOf([...times(60, outcome(true)), ...times(40, outcome(false))]).shift)).toBeLessThan(0.01);
  });

  it('keeps answers with a value apart from answers without one', () => {
    const documents = [...times(10, outcome(false)), ...times(10, outcome(true, 0.6, { isNothing: true }))];
    expect(recordOf(documents).shift).toBeLessThan(0);
    expect(recordOf(documents, null).shift).toBeGreaterThan(0);
    expect(recordOf(documents, null)).toMatchObject({ right: 10, count: 10 });
  });

  it('does not count what was asked for in other words', () => {
    const reworded = fieldSchema.parse({ ...field, description: 'The sum with tax' });
    expect(recordFor(recordOutcomes(times(5, outcome(true)), [reworded]), 'total', { value: 1 })).toMatchObject({ count: 0, shift: 0 });
  });

  it('counts on when a field becomes required', () => {
    const required = fieldSchema.parse({ ...field, required: true });
    expect(recordFor(recordOutcomes(times(5, outcome(true)), [required]), 'total', { value: 1 })).toMatchObject({ count: 5 });
  });

  it('stays finite with extreme confidences that were wrong', () => {
    const { shift } = recordOf([...times(1000, outcome(false, 1)), ...times(1000, outcome(true, 0))]);
    expect(Number.isFinite(shift)).toBe(true);
  });
});

describe('values that nobody touched', () => {
  const untouched = (confidence = 0.6) => outcome(true, confidence, { isUntouched: true });
  const shiftOf = (documents: Outcomes[], caught?: number) =>
    recordFor(recordOutcomes(documents, [field], caught), 'total', { value: 1 }).shift;

  it('count as ever while no errors are known to be missed', () => {
    const mixed = [...times(12, untouched()), ...times(3, outcome(false)), ...times(7, outcome(true, 0.9))];
    const looked = [...times(12, outcome(true)), ...times(3, outcome(false)), ...times(7, outcome(true, 0.9))];
    expect(shiftOf(mixed, 1)).toBe(shiftOf(looked));
    expect(shiftOf(mixed)).toBe(shiftOf(looked));
  });

  it('change nothing where every value was looked at, however many errors are missed elsewhere', () => {
    const looked = [...times(12, outcome(true)), ...times(3, outcome(false))];
    expect(shiftOf(looked, 0.2)).toBe(shiftOf(looked));
  });

  it('raise the confidence less, the more errors are missed, and not at all where all are', () => {
    const shifts = [1, 0.9, 0.6, 0.3, 0].map((caught) => shiftOf(times(40, untouched()), caught));
    expect(shifts).toEqual(shifts.toSorted((a, b) => b - a));
    expect(shifts[3]).toBeGreaterThan(0);
    expect(shifts[4]).toBeCloseTo(0, 6);
  });

  it('are told with how many of them are likely right', () => {
    const documents = [...times(30, untouched()), ...times(10, outcome(true)), ...times(10, outcome(false))];
    const told = recordFor(recordOutcomes(documents, [field], 0.5), 'total', { value: 1 });
    expect(told).toMatchObject({ right: 40, count: 50, untouched: 30 });
    expect(told.likely).toBeGreaterThan(10);
    expect(told.likely).toBeLessThan(40);
    expect(recordFor(recordOutcomes(documents, [field]), 'total', { value: 1 }).likely).toBe(40);
  });

  it.each([0.3, 0.5, 0.7, 0.9])(
    'bring the shift nearer the truth when %f of the errors are caught, as second checks estimate it',
    (caught) => {
      const draw = drawNumbers(17);
      const off = { asWasTaken: 0, asEstimated: 0 };
      for (let repeat = 0; repeat < 20; repeat += 1) {
        const check = { errors: 40, caught: Array.from({ length: 40 }, draw).filter((each) => each < caught).length };
        for (const truth of [-1, -0.5, 0, 0.5, 1]) {
          const documents = Array.from({ length: 300 }, () => {
            const confidence = 0.5 + draw() * 0.49;
            const isRight = draw() < 1 / (1 + (1 / confidence - 1) * Math.exp(-truth));
            return isRight || draw() >= caught ? untouched(confidence) : outcome(false, confidence);
          });
          off.asWasTaken += Math.abs(shiftOf(documents) - truth);
          off.asEstimated += Math.abs(shiftOf(documents, estimateCaught(check)) - truth);
        }
      }
      expect(off.asEstimated).toBeLessThan(off.asWasTaken);
    },
  );

  it('stay finite where the engine was sure of nothing and no errors are caught', () => {
    expect(Number.isFinite(shiftOf([...times(1000, untouched(0)), ...times(1000, untouched(1))], 0))).toBe(true);
  });
});

/** Numbers from 0 to below 1 that are the same each time (linear congruence, Numerical Recipes). */
function drawNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a lesson', () => {
  const learn = (fields: Field[], reading: Reading, approved: ApprovedFields) =>
    recordOutcomes([learnLesson({ schema: { fields }, reading, approved }).fields], fields);
  const fields = ['string', 'date', 'money', 'enum', 'boolean'].map((type) =>
    fieldSchema.parse({ name: `a_${type}`, type, ...(type === 'enum' ? { enum: ['x', 'y'] } : {}) }),
  );
  fields.push(fieldSchema.parse({ name: 'currency', type: 'string', format: 'currency' }));
  const approved: ApprovedFields = Object.fromEntries(fields.map(({ name }) => [name, { value: null }]));

  it('gives an outcome for fields of every type', () => {
    const records = learn(fields, readingOfLines([['Slip of the mill', 'Currency: EUR']]), { ...approved, currency: { value: 'EUR' } });
    expect(Object.keys(records)).toEqual(fields.map(({ name }) => name));
    for (const [name, { value, nothing }] of Object.entries(records)) expect([name, value.count + nothing.count]).toEqual([name, 1]);
    expect(records.currency?.value).toMatchObject({ right: 1, count: 1 });
  });

  it('says which values nobody touched, and judges the engine by what a second check says', () => {
    const [number] = [fieldSchema.parse({ name: 'number', type: 'string', label: 'Number' })];
    const reading = readingOfLines([['Slip of the mill', 'Number: A-77']]);
    const lessonOf = (told: Partial<ApprovedFields[string]>) =>
      learnLesson({ schema: { fields: [number] }, reading, approved: { number: { value: 'A-77', ...told } } }).fields.number!;
    expect(lessonOf({})).toMatchObject({ isRight: true });
    expect(lessonOf({})).not.toHaveProperty('isUntouched');
    expect(lessonOf({ untouched: true })).toMatchObject({ isRight: true, isUntouched: true });
    expect(lessonOf({ checked_as: 'A-71' })).toMatchObject({ value: 'A-77', isRight: false, isDisputed: true });
    expect(lessonOf({ checked_as: null })).toMatchObject({ isRight: false, isDisputed: true });
  });

  it('gives none of a document without readable text', () => {
    expect(learn(fields, readingOfLines([[]]), approved)).toEqual({});
  });

  it('gives none of what the file itself states', () => {
    const [number] = [fieldSchema.parse({ name: 'number', type: 'string' })];
    const reading = readingOfLines([['Slip of the mill', 'Day: 3 May 2026']]);
    const filled = structuredClone(reading);
    filled.pages[0]!.form_fields.push({ name: 'number', label: 'number', kind: 'text', value: 'A-77', box: [0.1, 0.5, 0.3, 0.55] });
    expect(learn([number], reading, { number: { value: null } }).number?.nothing.count).toBe(1);
    expect(learn([number], filled, { number: { value: 'A-77' } })).toEqual({});
  });
});
