import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { turnBox } from '#lib/document/geometry/box.ts';
import { uprightReading } from '#lib/document/geometry/upright-reading.ts';
import { buildReading } from './testing/build-reading.ts';
import { INVOICE, INVOICE_FIELDS, run, value } from './testing/plain-invoice.ts';

describe('pages that lie on their side', () => {
  it.each([90, 180, 270] as const)('give the same values as upright ones, with places where they are displayed (turned by %i)', (turn) => {
    const upright = buildReading([INVOICE]);
    const back = ((360 - turn) % 360) as 90 | 180 | 270;
    const lying = { ...upright, pages: uprightReading(withTurn(upright, back)).pages.map((page) => ({ ...page, text_rotation: turn })) };
    const [expected, got] = [upright, lying].map((reading) => run(reading, INVOICE_FIELDS));
    const names = INVOICE_FIELDS.map(({ name }) => name);
    expect(names.map((name) => value(got!, name))).toEqual(names.map((name) => value(expected!, name)));
    const place = (result: typeof got) => (result!.fields.invoice_number as ExtractedValue).evidence[0]!.box!;
    place(got).forEach((side, index) => {
      expect(side).toBeCloseTo(turnBox(place(expected), back)[index]!, 6);
    });
  });
});

/** The reading as if its upright text needed that turn. */
function withTurn(reading: Reading, turn: 90 | 180 | 270): Reading {
  return { ...reading, pages: reading.pages.map((page) => ({ ...page, text_rotation: turn })) };
}
