import { expect, test } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { createExtractionContext } from './extraction-context.ts';
import { isNoName, isNoPerson } from './is-no-person.ts';

function judge(line: string): boolean | undefined {
  const context = createExtractionContext(readingOfLines([[line, 'and so on in small print']]), [
    fieldSchema.parse({ name: 'patient_name', type: 'string' }),
  ]);
  const candidate = context.pool.candidates.find(({ text }) => text === line);
  return candidate && isNoPerson(context, candidate);
}

test('an organisation, a country, initials, a title in capitals and several things on a line are no person', () => {
  for (const line of ['Ottermere Clinic GmbH', 'Portugal', 'QB', 'INVOICE NUMBER', 'Front Desk · Night Shift'])
    expect(judge(line), line).toBe(true);
});

test('a person in capitals, with initials or with a short name is one', () => {
  for (const line of ['MARTA OLDENQUIST', 'Q. Brandvold', 'Li Wu', 'OLDENQUIST, MARTA E.']) expect(judge(line), line).toBe(false);
});

test('capitals in ones and twos are no name of anybody, words are', () => {
  for (const text of ['EX B', 'T A']) expect(isNoName(text), text).toBe(true);
  for (const text of ['Li Wu', 'BQ', 'BQ plc', 'EX Bold']) expect(isNoName(text), text).toBe(false);
});
