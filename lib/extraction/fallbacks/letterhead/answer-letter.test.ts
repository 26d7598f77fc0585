import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { buildReading } from '../../testing/build-reading.ts';
import { line } from '../../testing/print-table.ts';
import { answerLetter } from './answer-letter.ts';

const HOUSE = [
  ...line(40, [40, 'Marlow Medical Practice']),
  ...line(52, [40, 'Dr. Ines Halloran']),
  ...line(64, [40, '3 Quay Road, Marlow SL7 2AB']),
];
const READER = [...line(120, [40, 'Mr Tobias Lindqvist']), ...line(132, [40, '18 Harbour Street']), ...line(144, [40, 'Wexford Y35 K2T9'])];
const BODY = line(240, [40, 'Thank you for your visit on Monday. All results are as they should be.']);
const CLOSING = [...line(300, [40, 'Yours sincerely,']), ...line(340, [40, 'Karl-Jonas Weidner']), ...line(352, [40, 'Practice manager'])];

function find(name: string, page: ReturnType<typeof line>, description = ''): ExtractedValue | null {
  return answerLetter(createExtractionContext(buildReading([page]), [fieldSchema.parse({ name, description, type: 'string' })]), 0);
}

describe('the reader of a letter', () => {
  it('is the name over an address that the greeting repeats, without its title', () => {
    const page = [...HOUSE, ...READER, ...line(200, [40, 'Dear Mr Lindqvist,']), ...BODY];
    expect(find('patient_name', page)).toMatchObject({ value: 'Tobias Lindqvist', text: 'Mr Tobias Lindqvist', confidence: 0.5 });
  });

  it('is the only name over an address where nobody is greeted', () => {
    expect(find('student', [...READER, ...BODY])?.value).toBe('Tobias Lindqvist');
    expect(find('student', [...HOUSE, ...READER, ...BODY])).toBeNull();
  });

  it('is not asked for by fields of firms, things, or persons that act', () => {
    for (const name of ['supplier', 'product_name', 'technician']) expect(find(name, [...READER, ...BODY]), name).toBeNull();
  });
});

describe('the signer of a letter', () => {
  it('is the name under its closing', () => {
    expect(find('signatory', [...READER, ...BODY, ...CLOSING])?.value).toBe('Karl-Jonas Weidner');
  });

  it('is nobody without a closing', () => {
    expect(find('signatory', [...READER, ...BODY])).toBeNull();
  });
});
