import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';

const FIELDS = [
  { name: 'signature_date', type: 'date', label: 'Signature date', description: 'Day on which it was signed.' },
  { name: 'effective_date', type: 'date', label: 'Effective date', description: 'Day from which it is in force.' },
  { name: 'end_date', type: 'date', label: 'End date', description: 'Day on which it ends, when one is stated.' },
  { name: 'notice_period', type: 'string', label: 'Notice period', description: 'How long before the end it must be terminated.' },
  { name: 'total_value', type: 'money', label: 'Total value', description: 'Price or value of the whole contract.' },
].map((field) => fieldSchema.parse(field));

function read(lines: string[]): unknown[] {
  const fields = extract({ schema: { fields: FIELDS }, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
  return FIELDS.map(({ name }) => fields[name]?.value);
}

describe('values in clauses', () => {
  it('are found behind the words that lead up to them, in several languages', () => {
    expect(
      read([
        'Wartungsvertrag',
        'Das Vertragsverhältnis beginnt am 1. Juli 2026 und endet am 30. Juni 2031.',
        'Es kann mit einer Frist von sechs Monaten gekündigt werden.',
        'Vereinbart wird ein Pauschalpreis von 12.400,00 EUR.',
        'Passau, den 14. Mai 2026',
      ]),
    ).toEqual(['2026-05-14', '2026-07-01', '2031-06-30', '6 months', 12400]);
    expect(
      read([
        'Contrat de maintenance',
        'Le contrat prend effet le 1er juillet 2026 et prend fin le 30 juin 2031.',
        'Chaque partie peut le résilier moyennant un préavis de 3 mois.',
        'Nantes, le 14 mai 2026',
      ]),
    ).toEqual(['2026-05-14', '2026-07-01', '2031-06-30', '3 months', null]);
  });

  it('are never surely one of two that could be meant', () => {
    const reading = readingOfLines([['Lot A endet am 30. Juni 2031.', 'Lot B endet am 31. Dezember 2032.', 'Stand: 2. Mai 2026']]);
    const { end_date } = extract({ schema: { fields: FIELDS }, reading }).fields as Record<string, ExtractedValue>;
    expect(end_date?.value === null || (end_date?.confidence ?? 1) < 0.7).toBe(true);
  });
});
