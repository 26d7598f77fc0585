import { expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';
import { answerUnclaimedCode } from './answer-unclaimed-code.ts';

/** What is given to `booking_code` where scoring found nothing but thought these values likeliest, beside what another field was given. */
function find(lines: string[], likely: string[], other: string | null = null): ExtractedValue | null {
  const fields = ['booking_code', 'ticket_number'].map((name) => fieldSchema.parse({ name, type: 'string', format: 'identifier' }));
  const candidates = likely.map((value) => ({ value, text: value, confidence: 0.1, evidence: [] }));
  const empty: ExtractedValue = { value: null, text: null, confidence: 0.6, evidence: [], candidates };
  const given: ExtractedValue = { value: other, text: other, confidence: 0.9, evidence: [], candidates: [] };
  return answerUnclaimedCode(createExtractionContext(readingOfLines([lines]), fields), 0, empty, (at) => (at === 1 ? given : empty));
}

it('gives the likeliest code with a label that no other field was given, for a person to check', () => {
  expect(find(['PNR: P4RT7X', 'Gate: C31'], ['P4RT7X', 'C31'])).toMatchObject({
    value: 'P4RT7X',
    confidence: 0.4,
    candidates: [{ value: 'C31' }],
  });
});

it('gives the letter of a series with its number', () => {
  expect(find(['Localizador: K 55-2047713-9'], ['55-2047713-9', 'K 55-2047713-9'])?.value).toBe('K 55-2047713-9');
});

it('gives nothing that is a value of another field, that a known label names, that has no label, or that is no code', () => {
  expect(find(['PNR: P4RT7X'], ['P4RT7X'], 'P4RT7X')).toBeNull();
  expect(find(['Invoice number: P4RT7X'], ['P4RT7X'])).toBeNull();
  expect(find(['P4RT7X'], ['P4RT7X'])).toBeNull();
  for (const value of ['09:10', 'C31', 'Gate 12 closes']) expect(find([`PNR: ${value}`], [value]), value).toBeNull();
});
