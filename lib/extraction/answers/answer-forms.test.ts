import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { FormField } from '#lib/contract/service/reading.ts';
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

test('fields in the middle of a sentence are named by the words right before and right behind them, not by the whole sentence', () => {
  const line = (text: string, x: number, y: number) => ({ text, x, y, size: 10 });
  const field = (name: string, label: string, value: string | null, box: [number, number, number, number]): FormField => ({
    ...{ name, label, kind: 'text', value },
    box: [box[0] / 595, box[1] / 842, box[2] / 595, box[3] / 842],
  });
  const clause = 'Special duties and terms: the holder relies on Section and clause';
  const explain = 'Explain the further grounds of the holder for such a rate of duty:';
  const reading = buildReading(
    [
      [
        line(clause, 60, 100),
        line('12', 62, 116),
        line('of the act named above to claim a', 110, 116),
        line('% rate of duty on (kind of goods):', 310, 116),
        line(explain, 60, 148),
      ],
    ],
    {
      formFields: [
        field('f1', clause, '12', [60, 114, 104, 128]),
        field('f2', 'of the act named above to claim a', '5', [280, 114, 306, 128]),
        field('f3', clause, 'Cider', [60, 130, 500, 144]),
        field('f4', explain, null, [400, 146, 500, 160]),
        field('f5', explain, 'Made on the farm', [60, 162, 500, 176]),
      ],
    },
  );
  const fields = [
    { name: 'section_clause', type: 'string', description: 'Section and clause of the act that is relied on' },
    { name: 'rate', type: 'number', description: 'Rate of duty claimed, in percent' },
    { name: 'kind_of_goods', type: 'string', description: 'Kind of goods for which the rate is claimed' },
    { name: 'further_grounds', type: 'string', description: 'Further grounds of the holder' },
  ].map((entry) => fieldSchema.parse(entry));
  const found = extract({ schema: { fields }, reading }).fields as Record<string, ExtractedValue>;
  expect(Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]))).toEqual({
    section_clause: '12',
    rate: 5,
    kind_of_goods: 'Cider',
    further_grounds: 'Made on the farm',
  });
});
