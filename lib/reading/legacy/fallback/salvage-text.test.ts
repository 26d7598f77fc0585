import { describe, expect, test } from 'vitest';
import { docAdapter, pptAdapter } from '../../testing/old-office.ts';
import { lineTexts, readBytes } from '../../testing/read-bytes.ts';
import { compound } from '../../testing/whole-files.ts';
import { salvageText } from './salvage-text.ts';

const NOISE = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919 + (index >> 4) * 31) & 0xff));
const SENTENCE = 'The rent is 950.00 EUR, due on the third of each month.';

function paragraphs(stream: Buffer): string[] {
  return salvageText(stream).map((block) => ('runs' in block ? block.runs.map(({ text }) => text).join('') : ''));
}

describe('damaged old Office files', () => {
  test('give the stretches of text in them, of 8-bit and 16-bit characters, and no noise', () => {
    const wide = Buffer.concat([
      NOISE,
      Buffer.from(SENTENCE, 'utf16le'),
      Buffer.alloc(9),
      Buffer.from('Signed by the tenant, Jörg Müller', 'latin1'),
      NOISE,
    ]);
    expect(paragraphs(wide)).toEqual([SENTENCE, 'Signed by the tenant, Jörg Müller']);
  });

  test('a Word file whose head is lost is read with a warning', async () => {
    const stream = Buffer.concat([Buffer.alloc(512), Buffer.from(`${SENTENCE}\rSecond paragraph of it.\r`), Buffer.alloc(5000)]);
    const { pages, warnings } = await readBytes(docAdapter, compound({ WordDocument: stream }));
    expect(lineTexts(pages[0])).toEqual([SENTENCE, 'Second paragraph of it.']);
    expect(warnings).toHaveLength(1);
  });

  test('a presentation whose list of slides is lost gives its texts', async () => {
    const record = (type: number, body: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt16LE(type, 2);
      head.writeUInt32LE(body.length, 4);
      return Buffer.concat([head, body]);
    };
    const stream = Buffer.concat([Buffer.alloc(40, 0x11), record(0x0fa8, Buffer.from('Quarterly figures')), Buffer.alloc(5000, 0x11)]);
    const { pages, warnings } = await readBytes(pptAdapter, compound({ 'PowerPoint Document': stream }));
    expect(lineTexts(pages[0])).toEqual(['Quarterly figures']);
    expect(warnings).toHaveLength(1);
  });
});
