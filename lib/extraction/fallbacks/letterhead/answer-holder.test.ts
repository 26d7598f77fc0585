import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { buildReading, type Print } from '../../testing/build-reading.ts';
import { line } from '../../testing/print-table.ts';

const FIELDS = [
  { name: 'name', type: 'string', description: 'Full name of the applicant' },
  { name: 'city', type: 'string', description: 'Where the applicant lives' },
  { name: 'current_position', type: 'string', description: 'Job title now' },
  { name: 'current_employer', type: 'string', description: 'Most recent employer' },
  { name: 'previous_employer', type: 'string', description: 'Employer before that' },
  { name: 'degree', type: 'string', description: 'Highest degree' },
  { name: 'university', type: 'string', description: 'Where it was taken' },
].map((field) => fieldSchema.parse(field));

function read(page: Print[]): Record<string, unknown> {
  const { fields } = extract({ schema: { fields: FIELDS }, reading: buildReading([page]) });
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, (value as ExtractedValue).value]));
}

const head = (y: number, text: string): Print => ({ text, x: 40, y, size: 13, bold: true });

const LIFE: Print[] = [
  head(120, 'Education'),
  { text: 'Northern College', x: 40, y: 140, bold: true },
  ...line(152, [40, 'Diploma in Carpentry'], [545, '>2009 – 2011']),
  { text: 'Weir University', x: 40, y: 176, bold: true },
  ...line(188, [40, 'Bachelor of Arts'], [545, '>2011 – 2014']),
  head(220, 'Work Experience'),
  { text: 'Old Mill Group', x: 40, y: 240, bold: true },
  ...line(252, [40, 'Sales Assistant'], [545, '>2014 – 2019']),
  { text: 'Harbour Bakery Ltd', x: 40, y: 276, bold: true },
  ...line(288, [40, 'Shift Manager'], [545, '>April 2020 – Present']),
  head(320, 'Languages'),
  { text: 'Danish', x: 40, y: 340 },
];

describe('a document about a person', () => {
  it('gives what the person is, where, and what was learned last, whatever the order of the entries', () => {
    expect(read([{ text: 'Mira Falk', x: 40, y: 40, size: 20 }, ...LIFE])).toMatchObject({
      name: 'Mira Falk',
      current_position: 'Shift Manager',
      current_employer: 'Harbour Bakery Ltd',
      degree: 'Bachelor of Arts',
      university: 'Weir University',
    });
  });

  it('takes the latest entry for no field that asks for another one', () => {
    expect(read([{ text: 'Mira Falk', x: 40, y: 40, size: 20 }, ...LIFE]).previous_employer).not.toBe('Harbour Bakery Ltd');
  });

  it('joins a name whose words stand far apart, and leaves out headings of that size', () => {
    const parts: Print[] = [
      { text: 'Mira', x: 40, y: 40, size: 20 },
      { text: 'Falk', x: 240, y: 40, size: 20 },
      { text: 'Profile', x: 40, y: 80, size: 22 },
      { text: 'Contact', x: 300, y: 80, size: 22 },
    ];
    expect(read([...parts, ...LIFE]).name).toBe('Mira Falk');
  });

  it.each([
    ['a line between strokes', 'Aarhus, Denmark | mira@falk.example | +45 20 55 01 99', 'Aarhus'],
    ['an American address', '12 Mill Lane, Dover, DE 19901 | mira@falk.example', 'Dover'],
    ['behind a postcode', 'Hafenweg 3, 24103 Kiel • mira@falk.example', 'Kiel'],
  ])('gives the town from the contact lines: %s', (_, contact, town) => {
    const page = [{ text: 'Mira Falk', x: 40, y: 40, size: 20 }, { text: contact, x: 40, y: 64 }, ...LIFE];
    expect(read(page).city).toBe(town);
  });

  it('gives no town and nothing of entries on other documents', () => {
    const page = [{ text: 'Annual Report', x: 40, y: 40, size: 20 }, ...line(80, [40, 'Revenue'], [300, '12,000.00'])];
    expect(read(page)).toMatchObject({ city: null, current_position: null, degree: null });
  });
});
