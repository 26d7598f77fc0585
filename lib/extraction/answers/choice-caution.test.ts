import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';

const option = (name: string, ...options: string[]) => fieldSchema.parse({ name, type: 'enum', enum: options });
const yesNo = (name: string) => fieldSchema.parse({ name, type: 'boolean' });

function read(field: ReturnType<typeof fieldSchema.parse>, ...pages: string[][]): ExtractedValue {
  return extract({ schema: { fields: [field] }, reading: readingOfLines(pages) }).fields[field.name] as ExtractedValue;
}

test.each([
  [option('risk', 'low', 'medium', 'high'), 'high', ['Risk: high', 'Noise ☒ low ☐ medium ☐ high']],
  [option('currency', 'EUR', 'USD', 'GBP'), 'EUR', ['Currency: EUR', 'Bank transfer in ☐ EUR ☒ USD ☐ GBP possible']],
  [
    option('delivery', 'standard', 'express'),
    'express',
    ['Delivery: express', '☒ I accept the standard terms', '☐ Send me express information'],
  ],
  [option('sex', 'male', 'female'), 'female', ['Sex: female', 'Length ☒ m ☐ ft']],
  [option('priority', 'low', 'high'), 'low', ['Priority: low', '☒ Highway ☐ Normal road']],
  [option('shipping_mode', 'air', 'sea'), 'sea', ['Shipping mode: sea', '✓ Air freight on request', '✓ 24 h hotline']],
  [option('trend', 'linear', 'quadratic'), 'linear', ['Trend: linear', 'f (x) quadratic term']],
  [option('status', 'open', 'paid'), 'paid', ['Status: paid', '✗ Open issues']],
  [yesNo('insured'), true, ['Insured: yes', 'Insured for transport? ☐ Yes ☐ No']],
  [yesNo('signed'), true, ['Signed: yes', 'Has the driver signed the log? ☐ Yes ☒ No']],
])('what is printed behind the label of “$name” stays where boxes of another question say something else', (field, value, lines) => {
  expect(read(field, lines).value).toBe(value);
});

test.each([
  [option('approval', 'approved', 'rejected'), ['Approval', '☒ not approved ☐ pending']],
  [option('member_kind', 'member', 'guest'), ['Member kind: ☒ Non-member ☐ Guest']],
  [option('contract_period', 'monthly', 'yearly'), ['Contract period: ☒ every 3 months ☐ yearly']],
  [option('payment_period', 'annually', 'monthly'), ['Payment period: ☒ semi-annually ☐ monthly']],
  [option('occupation', 'employee', 'contractor'), ['Occupation: ☒ Employer ☐ Contractor']],
  [yesNo('insured'), ['Not insured: ☒ Yes ☐ No']],
  [yesNo('smoker'), ['Non-smoker ☒ Yes ☐ No']],
  [yesNo('smoker'), ['Never a smoker ☒ Yes ☐ No']],
])('what is ticked beside a word that turns it round is not taken for the opposite: $name', (field, lines) => {
  const { value, confidence } = read(field, lines);
  expect(value === null || confidence <= 0.5).toBe(true);
});

test('two questions on one line keep their boxes apart', () => {
  const line = ['Insured: [ ] Yes [x] No Paid: [x] Yes [ ] No'];
  expect(read(yesNo('insured'), line).value).toBe(false);
  expect(read(yesNo('paid'), line).value).toBe(true);
});

test('where not all options have a box, none ticked says little', () => {
  const { value, confidence } = read(option('shipping_mode', 'air', 'sea', 'road'), ['Shipping mode: ☐ Air ☐ Sea']);
  expect(value).toBeNull();
  expect(confidence).toBeLessThan(0.5);
});
