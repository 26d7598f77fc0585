import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildReading } from '../testing/build-reading.ts';
import { isAskedNumber } from './asked-number.ts';
import { createExtractionContext } from './extraction-context.ts';

/** What `isAskedNumber` says of a printed number for a field of this name. */
function ask(name: string, number: string): number | undefined {
  const { pool, profiles } = createExtractionContext(buildReading([[{ text: `No. ${number}`, x: 40, y: 40 }]]), [
    fieldSchema.parse({ name, type: 'string' }),
  ]);
  const candidate = pool.candidates.find(({ text, kind }) => text === number && kind !== 'text');
  const [profile] = profiles;
  return candidate && profile && isAskedNumber(profile, candidate);
}

it('knows the form of a number that a field is named after', () => {
  expect(ask('siret', '73282932000074')).toBe(1);
  expect(ask('siret', '73282932000075')).toBe(-1);
});

it('takes a VAT number for one, and for no number of another name', () => {
  expect(ask('vat_id', 'NL004495445B01')).toBe(1);
  expect(ask('company_number', 'NL004495445B01')).toBe(-1);
  expect(ask('company_number', '12345678')).toBe(0);
});
