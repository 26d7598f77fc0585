import { describe, expect, it } from 'vitest';
import type { Raster } from '../../model/adapter.ts';
import { drawSample, turnSample, wearSample } from '../testing/draw-sample.ts';
import { type FoundTickBox, findTickBoxes } from './find-tick-boxes.ts';
import { inkMap } from './ink-map.ts';
import { toRgbImage } from './rgb-image.ts';

/** Height of 11 point text with its rectangle, on a page drawn 1240 pixels wide. */
const LINE_HEIGHT = 30;

function drawForm(page: PDFKit.PDFDocument): void {
  page.font('Helvetica').fontSize(11).lineWidth(0.8);
  page.rect(60, 100, 10, 10).stroke();
  page.text('Individual BDO', 76, 100);
  page.rect(60, 130, 10, 10).stroke();
  page.moveTo(61, 131).lineTo(69, 139).moveTo(69, 131).lineTo(61, 139).stroke();
  page.text('Partnership', 76, 130);
  page.rect(60, 160, 10, 10).stroke();
  page.moveTo(62, 165).lineTo(65, 169).lineTo(74, 156).lineWidth(1.2).stroke();
  page.text('Trust or estate', 80, 160);
  page.lineWidth(0.8);
  for (let cell = 0; cell < 6; cell++) page.rect(60 + cell * 12, 200, 12, 12).stroke();
  page.rect(60, 240, 300, 80).stroke();
  page.text('BOOKED GOOD DEBT 0800 8008', 60, 340);
}

const mapOf = async (raster: Raster) => inkMap(await toRgbImage(raster), 2 * LINE_HEIGHT);
/** Where no text is: capitals that look like boxes are told from them by the words they stand in. */
const besideText = (boxes: FoundTickBox[]) => boxes.filter(({ left, top }) => left < 155 && top < 650).sort((a, b) => a.top - b.top);
const ticks = (boxes: FoundTickBox[]) => besideText(boxes).map((box) => box.ticked);

describe('findTickBoxes', () => {
  it('finds drawn squares and what is marked in them, but no frames or fields for single characters', async () => {
    const boxes = besideText(findTickBoxes(await mapOf(await drawSample(drawForm)), LINE_HEIGHT));
    expect(ticks(boxes)).toEqual([false, true, true]);
    expect(boxes[0]!.left / 1240).toBeCloseTo(60 / 595, 2);
    expect(boxes[0]!.bottom / 1754).toBeCloseTo(110 / 842, 2);
    expect(Math.min(...boxes.map((box) => box.confidence))).toBeGreaterThan(0.8);
  });

  it('finds them on a worn page that lies a little askew', async () => {
    const page = await wearSample(await turnSample(await drawSample(drawForm), 0.7));
    expect(ticks(findTickBoxes(await mapOf(page), LINE_HEIGHT))).toEqual([false, true, true]);
  });

  it('finds nothing on blank paper', async () => {
    expect(findTickBoxes(await mapOf(await drawSample(() => undefined)), LINE_HEIGHT)).toEqual([]);
  });
});
