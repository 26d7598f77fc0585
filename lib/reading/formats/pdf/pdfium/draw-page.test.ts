import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../../../testing/make-pdf.ts';
import { markHidden } from '../pictures/mark-hidden.ts';
import { readObjects } from '../pictures/page-objects.ts';
import { readText } from '../text/read-text.ts';
import { type DrawOptions, drawLoadedPage, drawPage } from './draw-page.ts';
import { withPage } from './load-page.ts';
import { type OpenDocument, openDocument } from './open-document.ts';
import { pageMapOf } from './page-map.ts';

let folder = '';
let document: OpenDocument;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'draw-page-'));
  const file = await makePdf(path.join(folder, 'page.pdf'), (pdf) => {
    for (let index = 0; index < 3000; index++) pdf.rect(100 + (index % 300), 300 + index / 10, 2, 2).fill('#204080');
    pdf.fontSize(20).fillColor('#dddddd').text('Pale', 60, 80, { lineBreak: false });
  });
  document = await openDocument(file);
});
afterAll(async () => {
  document.close();
  await rm(folder, { recursive: true });
});

/** Words that are hidden when the drawing that decides it may take so long. */
function hiddenWords(options: Pick<DrawOptions, 'longestMs'>): string[] {
  return withPage(document, 1, (page) => {
    const { pdfium } = document;
    const map = pageMapOf(pdfium, page);
    const { words } = readText(document, page, map);
    markHidden((given) => drawLoadedPage(pdfium, page, { ...given, ...options }), words, readObjects(pdfium, page, map));
    return words.filter(({ hidden }) => hidden).map(({ text }) => text);
  });
}

describe('a drawing that takes too long', () => {
  it('is stopped and says so; a whole one does not', () => {
    const options = { width: 600, maxPixels: 1e7 };
    expect(drawPage(document, 1, options).isCut).toBeUndefined();
    expect(drawPage(document, 1, { ...options, longestMs: -1 })).toMatchObject({ isCut: true, width: 600 });
  });

  it('does not decide that pale words are hidden', () => {
    expect([hiddenWords({}), hiddenWords({ longestMs: -1 })]).toEqual([[], []]);
  });
});
