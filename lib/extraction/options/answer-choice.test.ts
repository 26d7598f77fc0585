import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';

const option = (name: string, options: string[]) => fieldSchema.parse({ name, type: 'enum', enum: options });
const yesNo = (name: string) => fieldSchema.parse({ name, type: 'boolean' });

function read(fields: ReturnType<typeof fieldSchema.parse>[], ...lines: string[]): Record<string, ExtractedValue> {
  return extract({ schema: { fields }, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
}
const valuesOf = (fields: ReturnType<typeof fieldSchema.parse>[], ...lines: string[]) =>
  Object.fromEntries(Object.entries(read(fields, ...lines)).map(([name, { value }]) => [name, value]));

const shipping = option('shipping_mode', ['air', 'sea', 'road']);

test.each([
  ['Shipping mode: ☐ Air ☒ Sea ☐ Road'],
  ['Shipping mode: [ ] Air [X] Sea [ ] Road'],
  ['Shipping mode: ( ) Air (x) Sea ( ) Road'],
  ['Shipping mode: ○ Air ● Sea ○ Road'],
  ['Shipping mode: ☐Air ☑Sea ☐Road'],
  ['Shipping mode: Air ☐ Sea ☒ Road ☐'],
])('takes the option that is ticked, and not the first one: %s', (line) => {
  const { shipping_mode } = read([shipping], 'Order 4411', line);
  expect(shipping_mode?.value).toBe('sea');
  expect(shipping_mode?.confidence).toBeGreaterThan(0.85);
  expect(shipping_mode?.evidence[0]?.text).toMatch(/sea/i);
});

test('options in a list, one below the other, are read with the question over them', () => {
  const fields = [option('membership_type', ['full', 'student', 'senior']), option('payment_method', ['cash', 'card'])];
  const lines = ['Membership type', '☐ Full', '☐ Student', '☒ Senior', 'Payment method', '☒ Cash', '☐ Card'];
  expect(valuesOf(fields, ...lines)).toEqual({ membership_type: 'senior', payment_method: 'cash' });
});

test('yes and no are told by what is ticked, in whichever order they stand', () => {
  const fields = [yesNo('insured'), yesNo('dangerous_goods'), yesNo('signed')];
  const lines = ['Insured [ ] No [X] Yes', 'Dangerous goods? [ ] Yes [X] No', 'Signed [ ] Yes [ ] No'];
  const found = read(fields, ...lines);
  expect(found.insured?.value).toBe(true);
  expect(found.dangerous_goods?.value).toBe(false);
  expect(found.signed).toMatchObject({ value: null, reason: 'None of the boxes is ticked.' });
});

test('with the same options under two questions, each field gets those of its own', () => {
  const fields = [option('sender_country_group', ['domestic', 'foreign']), option('recipient_country_group', ['domestic', 'foreign'])];
  const lines = ['Sender country group: ☒ Domestic ☐ Foreign', 'Recipient country group: ☐ Domestic ☒ Foreign'];
  expect(valuesOf(fields, ...lines)).toEqual({ sender_country_group: 'domestic', recipient_country_group: 'foreign' });
});

test('two ticked options are in doubt, with the other one as a candidate', () => {
  const { shipping_mode } = read([shipping], 'Shipping mode: ☒ Air ☒ Sea ☐ Road');
  expect(shipping_mode?.confidence).toBeLessThanOrEqual(0.5);
  expect([shipping_mode?.value, ...(shipping_mode?.candidates ?? []).map(({ value }) => value)]).toEqual(['air', 'sea']);
});

test('a ticked box that stands for none of the options gives no value, and says what is ticked', () => {
  const { shipping_mode } = read([shipping], 'Shipping mode: ☐ Air ☐ Sea ☒ Pipeline');
  expect(shipping_mode).toMatchObject({ value: null, reason: '“Pipeline” is ticked, which is none of the values asked for.' });
});

test('bullets are no boxes', () => {
  expect(valuesOf([shipping], 'Shipping mode: by sea', '● Air freight costs more', '● Road is slow').shipping_mode).toBe('sea');
});
