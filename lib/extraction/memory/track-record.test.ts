import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
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

  it('says when there are too few outcomes to say much', () => {
    expect(recordOf([]).isFew).toBe(true);
    expect(recordOf(times(2, outcome(true))).isFew).toBe(true);
    expect(recordOf(times(20, outcome(true, 0.5))).isFew).toBe(false);
    // answers that were certain and right say little, however many they are
    expect(recordOf(times(20, outcome(true, 0.999))).isFew).toBe(true);
  });

  it('does not count what was asked for in other words', () => {
    const reworded = fieldSchema.parse({ ...field, description: 'The sum with tax' });
    expect(recordFor(recordOutcomes(times(5, outcome(true)), [reworded]), 'total', { value: 1 })).toMatchObject({ count: 0, shift: 0 });
  });

  it('stays finite with extreme confidences that were wrong', () => {
    const { shift } = recordOf([...times(1000, outcome(false, 1)), ...times(1000, outcome(true, 0))]);
    expect(Number.isFinite(shift)).toBe(true);
  });
});
