import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlanFaults, isUnchanged } from './find-plan-faults.ts';
import {
  chooseSchema,
  documentsOf,
  moveDocument,
  movePages,
  moveStart,
  moveStartTo,
  planFrom,
  type SplitPlan,
  shiftPages,
  toggleDropped,
  toggleStart,
  toRequest,
  turnPages,
} from './split-plan.ts';

const segment = (first_page: number, last_page: number, schema_id: string | null = null) => {
  return { first_page, last_page, confidence: 0.9, reason: '', reasons: [], proposed: false, schema_id };
};
/** `12 | 3` with dropped pages in brackets. */
const show = (plan: SplitPlan) =>
  documentsOf(plan)
    .map(({ pages }) => pages.map(({ number, isDropped }) => (isDropped ? `(${number})` : `${number}`)).join(''))
    .join(' | ');
/** 12 | 345 | 6, of the schemas a, b and none. */
const stack = () => planFrom(6, [segment(1, 2, 'a'), segment(3, 5, 'b'), segment(6, 6)]);
const schemas = (plan: SplitPlan) => documentsOf(plan).map(({ start }) => start.schemaId);

test('a proposal becomes a plan, and blank pages between its documents are dropped', () => {
  expect(show(stack())).toBe('12 | 345 | 6');
  expect(show(planFrom(3, []))).toBe('123');
  expect(show(planFrom(5, [segment(1, 2), segment(4, 5)]))).toBe('12(3) | 45');
});

test('a boundary is set, taken away, and moved, but not over another one', () => {
  expect(show(toggleStart(stack(), 4))).toBe('12 | 3 | 45 | 6');
  expect(show(toggleStart(stack(), 3))).toBe('12345 | 6');
  expect(toggleStart(stack(), 1)).toEqual(stack());
  expect(show(moveStart(stack(), 3, 1))).toBe('123 | 45 | 6');
  expect(show(moveStart(stack(), 3, -1))).toBe('1 | 2345 | 6');
  expect(schemas(moveStart(stack(), 3, 1))).toEqual(['a', 'b', null]);
  expect(show(moveStartTo(stack(), 6, 4))).toBe('12 | 3 | 456');
  expect(moveStartTo(stack(), 6, 2)).toEqual(stack());
  expect(moveStart(stack(), 6, 1)).toEqual(stack());
});

test('taking a boundary away and setting it again keeps the schema that was chosen', () => {
  const chosen = chooseSchema(stack(), 3, 'c');
  expect(schemas(toggleStart(toggleStart(chosen, 3), 3))).toEqual(['a', 'c', null]);
});

test('pages go into the document of the page they are put beside; the one they leave keeps its schema', () => {
  expect(show(movePages(stack(), new Set([3]), 6, 'after'))).toBe('12 | 45 | 63');
  expect(schemas(movePages(stack(), new Set([3]), 6, 'after'))).toEqual(['a', 'b', null]);
  expect(show(movePages(stack(), new Set([6, 2]), 3, 'before'))).toBe('1 | 26345');
  expect(schemas(movePages(stack(), new Set([6, 2]), 3, 'before'))).toEqual(['a', 'b']);
  expect(show(movePages(stack(), new Set([5]), 1, 'before'))).toBe('512 | 34 | 6');
  expect(movePages(stack(), new Set([5]), 5, 'after')).toEqual(stack());
});

test('step by step a page goes over a boundary without jumping', () => {
  let plan = stack();
  const seen = [show(plan)];
  for (let step = 0; step < 3; step++) {
    plan = shiftPages(plan, new Set([2]), 1);
    seen.push(show(plan));
  }
  expect(seen).toEqual(['12 | 345 | 6', '1 | 2345 | 6', '1 | 3245 | 6', '1 | 3425 | 6']);
  expect(show(shiftPages(stack(), new Set([3]), -1))).toBe('123 | 45 | 6');
  expect(shiftPages(stack(), new Set([1]), -1)).toEqual(stack());
});

test('documents change places with their schemas', () => {
  expect(show(moveDocument(stack(), 6, 1))).toBe('6 | 12 | 345');
  expect(schemas(moveDocument(stack(), 6, 1))).toEqual([null, 'a', 'b']);
  expect(show(moveDocument(stack(), 1, 3))).toBe('345 | 12 | 6');
});

test('dropped pages are sent as dropped, a document without pages not at all, turns as they are', () => {
  const plan = turnPages(toggleDropped(stack(), new Set([2, 6])), new Set([4]), -90);
  expect(toRequest(plan)).toEqual({
    documents: [
      { schema_id: 'a', pages: [{ number: 1, turn: 0 }] },
      {
        schema_id: 'b',
        pages: [
          { number: 3, turn: 0 },
          { number: 4, turn: 270 },
          { number: 5, turn: 0 },
        ],
      },
    ],
    dropped: [2, 6],
  });
  expect(show(toggleDropped(plan, new Set([2, 3])))).toBe('1(2) | (3)45 | (6)');
  expect(show(toggleDropped(plan, new Set([2, 6])))).toBe('12 | 345 | 6');
});

test('whatever is done, every page keeps exactly one place', () => {
  const step = fc.record({
    kind: fc.integer({ min: 0, max: 7 }),
    page: fc.integer({ min: 1, max: 7 }),
    other: fc.integer({ min: 1, max: 7 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let plan = planFrom(7, [segment(1, 3, 'a'), segment(5, 7, 'b')]);
      for (const { kind, page, other } of steps) {
        const set = new Set([page, ((page + other) % 7) + 1]);
        plan =
          [
            () => toggleStart(plan, page),
            () => moveStart(plan, page, other % 2 === 0 ? 1 : -1),
            () => movePages(plan, set, other, page % 2 === 0 ? 'before' : 'after'),
            () => shiftPages(plan, set, other % 2 === 0 ? 1 : -1),
            () => moveDocument(plan, page, other),
            () => toggleDropped(plan, set),
            () => turnPages(plan, set, 90),
            () => moveStartTo(plan, page, other),
          ][kind]?.() ?? plan;
      }
      const request = toRequest(plan);
      if (request.documents.length > 0 && !isUnchanged(request)) expect(findPlanFaults(request, 7)).toEqual([]);
      expect(plan.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(plan[0]?.isStart).toBe(true);
    }),
  );
});
