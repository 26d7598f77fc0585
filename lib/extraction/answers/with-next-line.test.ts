import { expect, test } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { withNextLine } from './with-next-line.ts';

function goOn(lines: string[], text: string, name = 'collar_number') {
  const context = createExtractionContext(readingOfLines([lines]), [fieldSchema.parse({ name, type: 'string' })]);
  return withNextLine(context, 0, { value: text, text, confidence: 0.6, evidence: [], candidates: [] });
}

test('a number that is broken at its hyphen goes on at the beginning of the next line', () => {
  const { value, evidence } = goOn(['The ram wears collar 731-204-', '558-119, and a bell.'], '731-204-');
  expect(value).toBe('731-204-558-119');
  expect(evidence[0]?.text).toBe('731-204- 558-119,');
});

test('it stays as it is where words follow, where it does not end its line, and where no number is asked for', () => {
  expect(goOn(['The ram wears collar 731-204-', 'and a bell.'], '731-204-').value).toBe('731-204-');
  expect(goOn(['Collar 731-204- of 1999', '558-119'], '731-204-').value).toBe('731-204-');
  expect(goOn(['Collar 731-204-', '558-119'], '731-204-', 'remark').value).toBe('731-204-');
});
