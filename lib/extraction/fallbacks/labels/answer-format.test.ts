import { expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';
import { answerFormat } from './answer-format.ts';

const BODY = ['Boats are hired by the day and given back before sunset.', 'The season begins in May.'];

/** What is offered for a field of text on a page of lines. */
function offered(name: string, lines: string[]): ExtractedValue | null {
  const field = fieldSchema.parse({ name, type: 'string' });
  return answerFormat(createExtractionContext(readingOfLines([[...lines, ...BODY]]), [field]), 0);
}

it('offers the only address to write to where nothing labels it, for a field whose name asks for one', () => {
  const answer = offered('email', ['Lake House | 4 Mill Lane | oars@lakehouse.example']);
  expect(answer).toMatchObject({ value: 'oars@lakehouse.example', reason: 'the only value of this form' });
  expect(answer?.confidence).toBeLessThanOrEqual(0.8);
});

it('offers the only number to call, however it is written', () => {
  for (const number of ['(555) 014-2277', '555-014-2277', '+47 22 86 40 10'])
    expect(offered('phone', ['Lake House', number])?.value).toBe(number);
});

it('offers none of several', () => {
  expect(offered('email', ['oars@lakehouse.example', 'sails@lakehouse.example'])).toBeNull();
  expect(offered('phone', ['(555) 014-2277', '(555) 014-2278'])).toBeNull();
});

it('offers nothing for a field that names a party: it may be another one’s', () => {
  expect(offered('customer_email', ['oars@lakehouse.example'])).toBeNull();
});

it('does not take a fax for a telephone, nor a telephone for a fax', () => {
  const lines = ['Tel. (555) 014-2277', 'Fax (555) 014-2278'];
  expect(offered('phone', lines)?.value).toBe('(555) 014-2277');
  expect(offered('fax', lines)?.value).toBe('(555) 014-2278');
  expect(offered('fax', ['Tel. (555) 014-2277'])).toBeNull();
});

it('does not take the number of an order for one to call', () => {
  expect(offered('phone', ['Order number 555-014-2277'])).toBeNull();
});

it('offers an e-mail or web address whatever its label says of numbers, customers or a fax', () => {
  expect(offered('email', ['Customer service: oars@lakehouse.example'])?.value).toBe('oars@lakehouse.example');
  expect(offered('email', ['Fax: oars@lakehouse.example'])?.value).toBe('oars@lakehouse.example');
  expect(offered('website', ['Account www.lakehouse.example'])?.value).toBe('www.lakehouse.example');
});
