import { expect, it } from 'vitest';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { textOfTokens, viewDocument } from '../view/document-view.ts';
import { findBracketEnd } from './find-bracket-end.ts';
import { SectionHeadings } from './section-headings.ts';

/** The heading over the line with a text, and how many lines it is above it. */
function headingOver(prints: Print[], text: string): [string, number] | null {
  const view = viewDocument(buildReading([prints]));
  const own = view.segments.findIndex(({ start, end }) => textOfTokens(view, start, end) === text);
  const found = new SectionHeadings(view).over(own);
  return found && [textOfTokens(view, found.segment.start, found.segment.end), found.steps];
}

const line = (text: string, y: number, more: Partial<Print> = {}): Print => ({ text, x: 40, y, size: 9, ...more });

it('finds a heading that is larger, bolder or in capitals before the lines under it', () => {
  for (const [text, more] of [
    ['Education', { size: 12 }],
    ['Education', { bold: true }],
    ['EDUCATION', {}],
  ] as const)
    expect(headingOver([line(text, 40, more), line('Master of Botany', 58), line('Larch University', 72)], 'Larch University')).toEqual([
      text,
      2,
    ]);
});

it('takes no line of the same print, no sentence and no figure for a heading', () => {
  expect(headingOver([line('Master of Botany', 40), line('Larch University', 54)], 'Larch University')).toBeNull();
  expect(headingOver([line('Paid in full.', 40, { bold: true }), line('Larch University', 54)], 'Larch University')).toBeNull();
  expect(headingOver([line('Room 1204', 40, { bold: true }), line('Larch University', 54)], 'Larch University')).toBeNull();
});

it('finds where a bracket right behind a name ends, and none where there is none', () => {
  const view = viewDocument(buildReading([[line('between Ann Lee (the “Lessee”) and others', 40)]]));
  const texts = view.tokens.map(({ text }) => text);
  expect(findBracketEnd(view, texts.indexOf('(the'))).toBe(texts.indexOf('and'));
  expect(findBracketEnd(view, texts.indexOf('Ann'))).toBe(texts.indexOf('Ann'));
});
