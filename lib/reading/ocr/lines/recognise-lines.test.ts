import { beforeAll, describe, expect, it } from 'vitest';
import { type RgbImage, toRgbImage } from '../ink/rgb-image.ts';
import { loadModels, type Models } from '../networks/load-models.ts';
import { drawSample } from '../testing/draw-sample.ts';
import { detectLines } from './detect-lines.ts';
import type { LineRectangle } from './line-rectangle.ts';
import { type RecognisedLine, recogniseLine } from './recognise-line.ts';
import { recogniseLines } from './recognise-lines.ts';
import type { SecondLane } from './second-lane.ts';

const WORDS = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];
const signal = new AbortController().signal;
let models: Models;
let image: RgbImage;
let rectangles: LineRectangle[];

beforeAll(async () => {
  models = await loadModels();
  image = await toRgbImage(
    await drawSample((page) => {
      WORDS.forEach((word, row) => {
        page.fontSize(14).text(word, 80, 100 + row * 40);
      });
    }, 800),
  );
  rectangles = await detectLines(models.detector, image);
});

/** A lane in this thread, which counts what it is asked. */
function makeLane(): SecondLane & { asked: number } {
  const lane = {
    asked: 0,
    recognise(shared: RgbImage, rectangle: LineRectangle): Promise<RecognisedLine[]> {
      lane.asked += 1;
      return recogniseLine(models, shared, rectangle);
    },
  };
  return lane;
}

async function read(lane: SecondLane | null): Promise<string[]> {
  const texts: string[] = [];
  await recogniseLines({ models, lane }, { image, rectangles, signal }, (lines) => {
    for (const { characters } of lines) texts.push(characters.latin.map(({ text }) => text).join(''));
  });
  return texts.sort();
}

describe('recogniseLines', () => {
  it('reads every line once, with a second lane and without', async () => {
    const lane = makeLane();
    expect(await read(lane)).toEqual(WORDS);
    expect(lane.asked).toBeGreaterThan(0);
    expect(lane.asked).toBeLessThan(WORDS.length);
    expect(await read(null)).toEqual(WORDS);
  });

  it('does the work beside it once, when the second lane has its first lines', async () => {
    for (const lane of [makeLane(), null]) {
      const askedBefore: (number | undefined)[] = [];
      const beside = async () => void askedBefore.push(lane?.asked);
      let lines = 0;
      await recogniseLines({ models, lane }, { image, rectangles, signal, beside }, (found) => {
        lines += found.length;
      });
      expect(lines).toBe(WORDS.length);
      expect(askedBefore).toEqual([lane === null ? undefined : 2]);
    }
  });

  it('reads by itself what a second lane that has ended leaves', async () => {
    const lane: SecondLane = { recognise: () => Promise.reject(new Error('ended on purpose')) };
    expect(await read(lane)).toEqual(WORDS);
  });
});
