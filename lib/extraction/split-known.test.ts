import { describe, expect, it } from 'vitest';
import { LIKE_APPROVED } from '#lib/contract/service/splitting-job.ts';
import { sketchPages } from './memory/sketch-reading.ts';
import { split } from './split.ts';
import { type MadeLine, readingOfLines } from './testing/reading-of-lines.ts';

/** Plain pages of a carrier, on which nothing but the layout tells which one is the first. */
const first = (number: number): MadeLine[] => [
  'Carrier of the harbour',
  `Journey ${number} begins at the ramp of the northern hall`,
  'The driver signs for what was loaded and names the lorry',
  'Weight of sacks and barrels when the lorry leaves the yard',
  `Seal ${number} was put on the doors by the guard`,
];
const second = (number: number): MadeLine[] => [
  'Carrier of the harbour',
  'Handed over without damage and in full to the warehouse keeper',
  `Remarks on delay by weather or ferry are written below ${number}`,
  'The keeper keeps the yellow copy and returns the white one',
];
const stack = readingOfLines([first(1), second(1), first(2), second(2), first(3), second(3)]);
const approved = (id: string, pages: MadeLine[][]) => sketchPages(id, readingOfLines(pages));
const strange = approved('strange', [
  ['Menu of the day', 'Soup and bread with butter', 'Fish with lemon and parsley'],
  ['Cakes and coffee'],
]);
const confidences = (found: ReturnType<typeof split>) => found.segments.map(({ confidence }) => confidence);

describe('splitting with approved documents', () => {
  it('splits where a page looks like the first page of an approved document, and names it', () => {
    const { segments } = split(stack, { known: [strange, approved('carrier', [first(7), second(7)])] });
    expect(segments.map(({ first_page, last_page }) => [first_page, last_page])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(segments.map(({ like_document_id }) => like_document_id)).toEqual([undefined, 'carrier', 'carrier']);
    expect(segments[1]?.reasons).toContain(LIKE_APPROVED);
    expect(split(stack).segments).toHaveLength(1);
  });

  it('keeps pages together that follow each other in an approved document', () => {
    const pages: MadeLine[][] = [
      [{ text: 'Invoice', size: 20 }, 'Mill of the harbour', 'Number AL-20417', 'Flour and bran as ordered'],
      [{ text: 'Delivery note', size: 20 }, 'Sacks handed over at the gate', 'Number BI-99182', 'Signed by the keeper'],
    ];
    const [, before] = split(readingOfLines(pages)).segments;
    expect(before?.first_page).toBe(2);
    // as it was before approved documents had a say
    expect(before?.confidence).toBe(0.9453444406522488);
    const [, after] = split(readingOfLines(pages), { known: [approved('pair', pages)] }).segments;
    expect(after?.confidence ?? 0).toBeLessThan(before!.confidence);
  });

  it('is to the last bit what pages say by themselves where nothing was approved', () => {
    const { reading } = { reading: readingOfLines([...stack.pages.map((_, at) => (at % 2 ? second(at) : first(at))), [], first(9)]) };
    const alone = split(reading);
    expect(split(reading, { known: [] })).toEqual(alone);
    expect(alone.segments.every(({ like_document_id }) => like_document_id === undefined)).toBe(true);
  });

  it('splits at a separator sheet, whatever was approved together', () => {
    const sheet: MadeLine[] = ['Next'];
    const reading = readingOfLines([first(1), sheet, first(2), sheet, second(2)]);
    for (const at of [1, 3]) reading.pages[at]!.barcodes = [{ format: 'code_128', text: 'NEXT', box: [0.3, 0.4, 0.6, 0.5] }];
    const known = [approved('carrier', [first(7), second(7)])];
    for (const { segments } of [split(reading), split(reading, { known })])
      expect(segments.map(({ first_page, last_page }) => [first_page, last_page])).toEqual([
        [1, 1],
        [3, 3],
        [5, 5],
      ]);
  });

  it('names no approved document that the page hardly looks like, or looks like a further page of', () => {
    const mill: MadeLine[] = [{ text: 'Invoice', size: 20 }, 'Mill of the harbour', 'Number AL-20417', 'Flour and bran as ordered'];
    const note: MadeLine[] = [{ text: 'Delivery note', size: 20 }, 'Mill of the harbour', 'Sacks handed over', 'Signed by the keeper'];
    for (const known of [[approved('invoice', [mill])], [approved('both', [mill, note])]]) {
      const { segments } = split(readingOfLines([mill, note]), { known });
      expect(segments.map(({ like_document_id }) => like_document_id).filter(Boolean)).toEqual([]);
      expect(segments.flatMap(({ reasons }) => reasons)).not.toContain(LIKE_APPROVED);
    }
    const [, again] = split(readingOfLines([note, mill]), { known: [approved('invoice', [mill])] }).segments;
    expect(again?.like_document_id).toBe('invoice');
  });

  it('is not moved by documents that look like no page of the file', () => {
    expect(confidences(split(stack, { known: [strange] }))).toEqual(confidences(split(stack)));
  });

  it('knows the first page of a document whose other pages are not here', () => {
    const { pages } = approved('imported', [first(7), second(7)]);
    const { segments } = split(stack, { known: [{ id: 'imported', pages: pages.slice(0, 1), last: null }] });
    expect(segments.slice(1).map(({ first_page }) => first_page)).toEqual([3, 5]);
  });
});
