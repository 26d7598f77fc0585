import { expect, test } from 'vitest';
import { findTickBoxes } from '../ink/find-tick-boxes.ts';
import { inkMap } from '../ink/ink-map.ts';
import { toRgbImage } from '../ink/rgb-image.ts';
import { drawSample } from '../testing/draw-sample.ts';
import { partTickBoxes } from './part-tick-boxes.ts';

const LINE_HEIGHT = 30;
const SCALE = 1240 / 595;

/** Words as a recogniser gives them: edges in points of a page that is drawn 1240 pixels wide. */
const stretchOf = (...words: { text: string; left: number; right: number; top: number }[]) => {
  const placed = words.map(({ text, left, right, top }) => {
    const rectangle = {
      x: ((left + right) / 2) * SCALE,
      y: (top + 5) * SCALE,
      width: (right - left) * SCALE,
      height: LINE_HEIGHT,
      angle: 0,
    };
    return { text, confidence: 0.9, rectangle };
  });
  return { rectangle: placed[0]!.rectangle, words: placed };
};

async function findIn(draw: (page: PDFKit.PDFDocument) => void, lineHeight = LINE_HEIGHT) {
  const map = inkMap(await toRgbImage(await drawSample(draw)), 2 * LINE_HEIGHT);
  return { map, found: findTickBoxes(map, lineHeight) };
}

test('a box that was recognised as a part of the word behind it is parted from it', async () => {
  const { map, found } = await findIn((page) => {
    page.font('Helvetica').fontSize(11).lineWidth(0.8).rect(60, 100, 10, 10).stroke();
    page.text('Individual', 75, 100);
  });
  const stretch = stretchOf({ text: 'Individual', left: 59, right: 123, top: 100 });
  expect(partTickBoxes(found, [stretch], map)).toHaveLength(1);
  const { x, width } = stretch.words[0]!.rectangle;
  expect((x - width / 2) / SCALE).toBeGreaterThan(69);
  expect((x + width / 2) / SCALE).toBeCloseTo(123, 0);
});

test('a box behind a word is parted from it too, with the sign that it was read as', async () => {
  const { map, found } = await findIn((page) => {
    page.font('Helvetica').fontSize(11).lineWidth(0.8).text('Yes', 60, 100);
    page.rect(84, 100, 10, 10).stroke();
  });
  const stretch = stretchOf({ text: 'Yes口', left: 59, right: 95, top: 100 });
  expect(partTickBoxes(found, [stretch], map)).toHaveLength(1);
  expect(stretch.words[0]!.text).toBe('Yes');
});

test('capitals that look like boxes stay letters, and their words as they are', async () => {
  const { map, found } = await findIn((page) => {
    page.font('Helvetica').fontSize(11).text('BOOKED', 60, 100).text('D', 60, 140).text('DEBT', 60, 180);
  }, LINE_HEIGHT * 0.7);
  expect(found.length).toBeGreaterThan(0);
  const words = [
    { text: 'BOOKED', left: 59, right: 108, top: 100 },
    { text: 'D', left: 59, right: 69, top: 140 },
    { text: 'DEBT', left: 59, right: 93, top: 180 },
  ];
  const stretches = words.map((word) => stretchOf(word));
  expect(partTickBoxes(found, stretches, map)).toEqual([]);
  expect(stretches).toEqual(words.map((word) => stretchOf(word)));
});
