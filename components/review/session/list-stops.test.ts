import { expect, test } from 'vitest';
import type { Flag } from '#lib/contract/desk/review.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { extractedFields } from '#lib/document/review/merge-actions.ts';
import { DOCUMENT_STOP, findNextStop, flagKey, flagsByStop, listStops } from './list-stops.ts';

const schema = {
  fields: [
    { name: 'number', type: 'string', label: 'Number', description: '', required: true },
    {
      name: 'lines',
      type: 'rows',
      label: 'Lines',
      description: '',
      required: false,
      fields: [
        { name: 'item', type: 'string', label: 'Item', description: '', required: true },
        { name: 'amount', type: 'money', label: 'Amount', description: '', required: false },
      ],
    },
    { name: 'total', type: 'money', label: 'Total', description: '', required: true },
  ],
  rules: [{ formula: 'count(lines) >= 3', message: 'Three lines at least.' }],
} as unknown as Parameters<typeof findFlags>[0]['schema'];

const value = (given: string | number | null, confidence = 0.99) => ({
  value: given,
  text: given === null ? null : String(given),
  confidence,
  evidence: [],
  candidates: [],
});

const fields = extractedFields(schema, {
  engine: 'made',
  completeness: {},
  fields: {
    number: value(null),
    lines: [
      { item: value('Beam'), amount: value(10) },
      { item: value(null), amount: value(20, 0.5) },
    ],
    total: value(30),
  },
});
const completeness = { lines: { row_like_lines: 5, rows: 2, unclaimed: [] } };
const flags = findFlags({ schema, fields, completeness });
const detail = { schema, fields, flags } as unknown as Parameters<typeof findNextStop>[0]['detail'];

/** The places Enter leads to, each accepted as it stands, until it leads to Approve. */
function walk(open: readonly Flag[]): string[] {
  const seen = new Set<string>();
  const places: string[] = [];
  let at = findNextStop({ detail, from: null, seen });
  while (at !== null) {
    places.push(at);
    for (const flag of flagsByStop(open, listStops(detail)).get(at) ?? []) seen.add(flagKey(flag));
    at = findNextStop({ detail, from: at, seen });
  }
  return places;
}

test('Enter stops at every flag, also of a table, a row and the document as a whole, and each only once', () => {
  const ofRow: Flag = { pointer: '/lines/0', reason: 'rule_broken', message: 'Twice in the data.' };
  detail.flags = [...flags, ofRow];
  const places = walk(detail.flags);
  expect(places).toEqual([DOCUMENT_STOP, '/number', '/lines', '/lines/0', '/lines/1/item', '/lines/1/amount']);
  const shown = [...flagsByStop(detail.flags, listStops(detail)).values()].flat();
  expect(shown).toHaveLength(detail.flags.length);
});

test('a flag of a place that is not on the screen is shown at the document', () => {
  const stray: Flag = { pointer: '/gone', reason: 'rule_broken', message: 'A field that is gone.' };
  expect(flagsByStop([stray], listStops(detail)).get(DOCUMENT_STOP)).toEqual([stray]);
});

test('flags that stay open do not send Enter in circles, and one whose words change is met again', () => {
  detail.flags = flags;
  const seen = new Set(flags.map(flagKey));
  expect(findNextStop({ detail, from: '/number', seen })).toBe(null);
  const changed = flags.map((flag) =>
    flag.pointer === '/lines' ? { ...flag, message: '1 line looks like a row but is not here.' } : flag,
  );
  detail.flags = changed;
  expect(findNextStop({ detail, from: '/number', seen })).toBe('/lines');
});

test('going from flag to flag by keys meets those that were looked at, too, in both directions', () => {
  detail.flags = flags;
  expect(findNextStop({ detail, from: '/number' })).toBe('/lines');
  expect(findNextStop({ detail, from: '/number', direction: -1 })).toBe(DOCUMENT_STOP);
});
