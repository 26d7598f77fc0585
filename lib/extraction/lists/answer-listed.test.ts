import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';

const FIELDS = ['skills', 'languages'].map((name) => fieldSchema.parse({ name, type: 'list' }));
const read = (prints: Print[]) => {
  const { fields } = extract({ schema: { fields: FIELDS }, reading: buildReading([prints]) });
  return FIELDS.map(({ name }) => fields[name] as ExtractedValue);
};

describe('lists under a heading of their name', () => {
  it('takes one entry a line, up to the heading of the next list', () => {
    const column = (head: string, entries: string[], y: number): Print[] => [
      { text: head, x: 40, y, bold: true, size: 12 },
      ...entries.map((text, at) => ({ text, x: 40, y: y + 18 + at * 14 })),
    ];
    const [skills, languages] = read([
      ...column('Skills', ['Welding', 'Stage lighting', 'Rigging'], 60),
      ...column('Languages', ['Polish', 'English'], 140),
    ]);
    expect(skills?.value).toEqual(['Welding', 'Stage lighting', 'Rigging']);
    expect(languages?.value).toEqual(['Polish', 'English']);
    expect(skills?.evidence.map(({ text }) => text)).toEqual(['Welding', 'Stage lighting', 'Rigging']);
  });

  it('parts entries that stand on one line behind the name', () => {
    const [skills, languages] = read([
      { text: 'Skills: Welding, Rigging, Sound', x: 40, y: 60 },
      { text: 'Languages: Polish; English', x: 40, y: 80 },
    ]);
    expect(skills?.value).toEqual(['Welding', 'Rigging', 'Sound']);
    expect(languages?.value).toEqual(['Polish', 'English']);
  });

  it('end at a blank line and at the next label with its value', () => {
    const lines = (texts: string[]) => texts.flatMap((text, at): Print[] => (text ? [{ text, x: 40, y: 60 + at * 14 }] : []));
    for (const texts of [
      ['Skills:', 'Welding, Rigging', '', 'Owner: Ann', 'Due: 3 May 2031'],
      ['Skills:', 'Welding', 'Rigging', 'Owner: Ann', 'Due: 3 May 2031'],
      ['Skills', 'Welding', 'Rigging', '', 'Pastimes', 'Chess'],
    ])
      expect(read(lines(texts))[0]?.value, texts.join(' / ')).toEqual(['Welding', 'Rigging']);
  });
});
