import { expect, test } from 'vitest';
import { findPlanFaults } from './find-plan-faults.ts';

const document = (...numbers: number[]) => ({ schema_id: null, pages: numbers.map((number) => ({ number, turn: 0 as const })) });

test('a plan in which every page has one place is right, in whatever order', () => {
  expect(findPlanFaults({ documents: [document(3, 1), document(2)], dropped: [4] }, 4)).toEqual([]);
});

test('pages that are missing, there twice, or not in the file are each named', () => {
  expect(findPlanFaults({ documents: [document(1, 2), document(2, 9)], dropped: [1] }, 3)).toEqual([
    { pointer: '/documents/1/pages/0/number', message: 'Page 2 is in two documents.' },
    { pointer: '/documents/1/pages/1/number', message: 'There is no page 9; the file has 3.' },
    { pointer: '/dropped/0', message: 'Page 1 is in two documents.' },
    { pointer: '/documents', message: 'Page 3 is in no document and was not removed.' },
  ]);
});

test('the file as it is makes no split; one document with a page turned, moved or dropped does', () => {
  expect(findPlanFaults({ documents: [document(1, 2)], dropped: [] }, 2)).toHaveLength(1);
  const turned = {
    schema_id: null,
    pages: [
      { number: 1, turn: 90 as const },
      { number: 2, turn: 0 as const },
    ],
  };
  for (const plan of [
    { documents: [turned], dropped: [] },
    { documents: [document(2, 1)], dropped: [] },
    { documents: [document(1)], dropped: [2] },
  ])
    expect(findPlanFaults(plan, 2)).toEqual([]);
});
