import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/extraction-schema.ts';
import type { FormField } from '#lib/contract/reading.ts';
import { extract } from '../extract.ts';
import { buildReading } from '../testing/build-reading.ts';

const widget = (name: string, value: string | null, at: number, kind: FormField['kind'] = 'text'): FormField => ({
  name,
  label: null,
  kind,
  value,
  box: [0.5, 0.1 + at * 0.05, 0.7, 0.12 + at * 0.05],
});

function read(fields: Field[], formFields: FormField[]): Record<string, ExtractedValue> {
  const reading = buildReading([[{ text: 'Registration', x: 40, y: 40 }]], { formFields });
  return extract({ schema: { fields }, reading }).fields as Record<string, ExtractedValue>;
}

const country = fieldSchema.parse({ name: 'country', type: 'enum', enum: ['DE', 'FR', 'IT'] });

test('a form field of the very name is taken as stated, on pages with one field too', () => {
  for (const name of ['country', 'Country', 'form1[0].page[0].country[0]']) {
    const found = read([country], [widget(name, 'FR', 0, 'choice')]).country;
    expect([name, found?.value]).toEqual([name, 'FR']);
    expect(found?.confidence).toBeGreaterThanOrEqual(0.95);
  }
});

test('it goes before fields of a form that are only called alike', () => {
  const fields = [widget('country of birth', 'DE', 0), widget('country', 'FR', 1), widget('name', 'Ann Lee', 2)];
  expect(read([country], fields).country?.value).toBe('FR');
});

test('a value that is no option is not given', () => {
  expect(read([country], [widget('country', 'Mars', 0)]).country?.value).toBeNull();
});
