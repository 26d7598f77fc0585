import { expect, test } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { profileField } from '../terms/field-profile.ts';
import { isSuitable } from './suitable.ts';

const numbered = profileField(fieldSchema.parse({ name: 'permit_number', type: 'string' }));
const print = (text: string): Candidate => ({
  kind: 'text',
  ranges: [[0, 1]],
  page: 0,
  segment: 0,
  text,
  value: text,
  strength: 0.5,
  origin: 'segment',
});

test('an amount of money with its currency is no number of anything', () => {
  for (const text of ['SEK 1,240.00', '€ 95', '88.20 CHF']) expect(isSuitable(numbered, print(text)), text).toBe(false);
  for (const text of ['CAD 2231', '1240', 'SEK-1240-A']) expect(isSuitable(numbered, print(text)), text).toBe(true);
});

test('a number to call, as it is written with the code of its country, is no number of anything else', () => {
  for (const text of ['+44 20 7946 0000', '1-800-555-0123', '(212) 555-0123']) expect(isSuitable(numbered, print(text)), text).toBe(false);
  for (const text of ['020 7946 0000', '1-800-55', '212-555-0123']) expect(isSuitable(numbered, print(text)), text).toBe(true);
});
