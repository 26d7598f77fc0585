import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { buildReading, type Print } from '../../testing/build-reading.ts';
import { line } from '../../testing/print-table.ts';
import { answerIssuer } from './answer-issuer.ts';

const BODY: Print[] = [
  ...line(200, [40, 'Date'], [200, '3 March 2026']),
  ...line(220, [40, 'Reference'], [200, 'QX-4471']),
  ...line(240, [40, 'For the account of'], [200, 'Sable & Finch Ltd']),
];

function find(page: Print[], name: string, description = ''): ExtractedValue | null {
  const field = fieldSchema.parse({ name, description, type: 'string' });
  return answerIssuer(createExtractionContext(buildReading([[...page, ...BODY]]), [field]), 0);
}

describe('the issuer of a document', () => {
  it.each([
    ['bank', 'Bank that carried out the deal', 'Castor Private Bank'],
    ['court', 'Name of the court', 'County Court of Marlow'],
    ['school', 'University or college', 'Wexford State University'],
    ['authority', 'Town or office that gave the permit', 'City of Quillan'],
    ['lab', '', 'Elmgate Diagnostics'],
    ['versicherung', '', 'Talhof Versicherung'],
    ['soud', '', 'Okresní soud Lipová'],
    ['pojistovna', '', 'Javorová pojišťovna'],
    ['tingsratt', '', 'Björkdals tingsrätt'],
    ['sjukhus', '', 'Havsbo sjukhus'],
  ])('says by its name that it is what is asked for: %s', (name, description, issuer) => {
    expect(find([{ text: issuer, x: 40, y: 40, size: 16 }], name, description)).toMatchObject({ value: issuer, confidence: 0.5 });
  });

  it('is known by its legal form at the head, or by its mail address', () => {
    expect(find([{ text: 'Pennard Instruments Ltd', x: 40, y: 40, size: 16 }], 'employer')?.value).toBe('Pennard Instruments Ltd');
    const page = [
      { text: 'Tallow Brothers', x: 40, y: 40, size: 18 },
      { text: 'Mill Lane 4 · post@tallowbrothers.example', x: 40, y: 70, size: 8 },
    ];
    expect(find(page, 'employer')?.value).toBe('Tallow Brothers');
  });

  it('is no title, no label and no other party', () => {
    expect(find([{ text: 'Bank Statement', x: 40, y: 40, size: 18 }], 'bank')).toBeNull();
    expect(find([{ text: 'Airline reference', x: 40, y: 40, size: 12 }], 'carrier', 'Airline or railway company')).toBeNull();
    expect(find([{ text: 'Annual overview', x: 40, y: 40, size: 18 }], 'employer')?.value).not.toBe('Sable & Finch Ltd');
  });

  it('is not given to fields of persons or of other parties', () => {
    const page = [{ text: 'Talhof Insurance', x: 40, y: 40, size: 16 }];
    expect(find(page, 'insured_person', 'Person who holds the insurance')).toBeNull();
    expect(find(page, 'haulier', 'Transport company that brings the goods')).toBeNull();
    expect(find(page, 'account_number', 'Number at the insurance')).toBeNull();
  });
});
