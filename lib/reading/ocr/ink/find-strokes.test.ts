import { describe, expect, it } from 'vitest';
import { drawSample, turnSample, wearSample } from '../testing/draw-sample.ts';
import { findStrokes, type Stroke } from './find-strokes.ts';
import { inkMap } from './ink-map.ts';
import { toRgbImage } from './rgb-image.ts';

const LINE_HEIGHT = 30;
const isFlat = ({ left, top, right, bottom }: Stroke) => right - left > bottom - top;

function drawTable(page: PDFKit.PDFDocument): void {
  page.font('Helvetica').fontSize(11).lineWidth(0.7);
  for (let row = 0; row <= 4; row++)
    page
      .moveTo(60, 100 + row * 24)
      .lineTo(500, 100 + row * 24)
      .stroke();
  for (let column = 0; column <= 3; column++)
    page
      .moveTo(60 + column * 146, 100)
      .lineTo(60 + column * 146, 196)
      .stroke();
  for (let row = 0; row < 4; row++) page.text('ILLIT Hilfe 1111 TTTT —', 66, 107 + row * 24).text('12.50', 360, 107 + row * 24);
  page.rect(60, 300, 200, 60).fill('#222222');
}

describe('findStrokes', () => {
  it('finds the rulings of a table and takes neither letters nor filled areas for lines', async () => {
    const strokes = findStrokes(inkMap(await toRgbImage(await drawSample(drawTable)), 60), LINE_HEIGHT);
    const [flat, upright] = [strokes.filter(isFlat), strokes.filter((stroke) => !isFlat(stroke))];
    expect(flat.filter(({ bottom }) => bottom < 600)).toHaveLength(5);
    expect(upright.filter(({ bottom }) => bottom < 600)).toHaveLength(4);
    expect(Math.abs(flat[0]!.left / 1240 - 60 / 595)).toBeLessThan(0.003);
    expect(Math.abs(flat[0]!.right / 1240 - 500 / 595)).toBeLessThan(0.003);
  });

  it('follows them on a worn page that lies askew', async () => {
    const page = await wearSample(await turnSample(await drawSample(drawTable), 1));
    const strokes = findStrokes(inkMap(await toRgbImage(page), 60), LINE_HEIGHT).filter(({ bottom }) => bottom < 600);
    expect(strokes.filter(isFlat)).toHaveLength(5);
    expect(strokes.filter((stroke) => !isFlat(stroke))).toHaveLength(4);
  });
});
