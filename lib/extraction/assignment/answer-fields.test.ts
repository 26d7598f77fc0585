import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import { buildReading } from '../testing/build-reading.ts';

const PRINT = 'Other income: 51,000.00';

/** A page that was recognised, the figure with this confidence and all else surely. */
function scanned(certainty: number): Reading {
  const reading = buildReading([
    [
      { text: 'Yearly statement', x: 40, y: 40, size: 14 },
      { text: 'Rents: 48,000.00', x: 40, y: 100 },
      { text: PRINT, x: 40, y: 130 },
      { text: 'Royalties: 1,250.00', x: 40, y: 160 },
    ],
  ]);
  const pages = reading.pages.map((page) => ({
    ...page,
    source: 'ocr' as const,
    words: page.words.map((word) => ({ ...word, confidence: word.text === PRINT.split(' ')[2] ? certainty : 1 })),
  }));
  return { ...reading, pages };
}

test('no value is surer than the text that it was recognised from', () => {
  const fields = ['rents', 'other_income', 'royalties'].map((name) => fieldSchema.parse({ name, type: 'money' }));
  const income = (certainty: number) =>
    extract({ schema: { fields, rules: [] }, reading: scanned(certainty) }).fields.other_income as ExtractedValue;
  expect(income(1)).toMatchObject({ value: 51_000 });
  expect(income(1).confidence).toBeGreaterThan(0.7);
  expect(income(0.52)).toMatchObject({ value: 51_000, flags: ['badly_recognised'] });
  expect(income(0.52).confidence).toBeLessThanOrEqual(0.52);
});
