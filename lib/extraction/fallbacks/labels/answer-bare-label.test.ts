import { expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { buildReading } from '../../testing/build-reading.ts';

/** What fields of text come to on a page of plain lines. */
function answers(names: string[], lines: string[]): Record<string, ExtractedValue> {
  const prints = lines.map((text, index) => ({ text, x: 40, y: 40 + index * 16 }));
  const fields = names.map((name) => fieldSchema.parse({ name, type: 'string' }));
  return extract({ schema: { fields }, reading: buildReading([prints]) }).fields as Record<string, ExtractedValue>;
}

it('reads a slip of a few lines whose labels have no colons, in doubt where nothing else speaks for a value', () => {
  const slip = answers(['insured', 'city', 'flight'], ['Insured Ann Lee', 'Age 44', 'City Lindum', 'Flight TW 204']);
  expect(Object.values(slip).map(({ value }) => value)).toEqual(['Ann Lee', 'Lindum', 'TW 204']);
  for (const { confidence, evidence, text } of Object.values(slip)) {
    expect(confidence).toBeLessThan(0.8);
    expect(evidence[0]?.text).toBe(text);
  }
});

it('takes no sentence, no further label and no line said twice for a value', () => {
  expect(answers(['city'], ['City halls are open on Monday'])?.city?.confidence).not.toBe(0.55);
  expect(answers(['city', 'country'], ['City Country', 'Form 12'])?.city?.value).toBeNull();
  expect(answers(['flight'], ['Flight TW 204', 'Flight TW 205'])?.flight?.value).toBeNull();
});
