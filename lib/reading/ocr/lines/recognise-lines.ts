import type { RgbImage } from '../ink/rgb-image.ts';
import type { Models } from '../networks/load-models.ts';
import type { LineRectangle } from './line-rectangle.ts';
import { type RecognisedLine, recogniseLine } from './recognise-line.ts';
import { type SecondLane, shareImage } from './second-lane.ts';

/** Lines the second lane has before it: one at work, one next, so that it never waits for this thread. */
const AHEAD = 2;

type LinesOfPage = {
  image: RgbImage;
  rectangles: readonly LineRectangle[];
  signal: AbortSignal;
  beside?: (() => Promise<void>) | undefined;
};

/**
 * Recognises the lines of a page, in this thread and in the second lane where there is one. `take` gets them in no certain
 * order, those of the first rectangles early. Throws the signal's reason when it is aborted.
 * @param page.beside what this thread does first, while the second lane is at work
 */
export async function recogniseLines(
  { models, lane }: { models: Models; lane: SecondLane | null },
  { image, rectangles, signal, beside }: LinesOfPage,
  take: (lines: RecognisedLine[]) => void,
): Promise<void> {
  let next = 0;
  const work = async (read: (rectangle: LineRectangle) => Promise<RecognisedLine[]>) => {
    while (next < rectangles.length) {
      signal.throwIfAborted();
      take(await read(rectangles[next++]!));
    }
  };
  const here = (rectangle: LineRectangle) => recogniseLine(models, image, rectangle);
  const workHere = async () => {
    await beside?.();
    await work(here);
  };
  if (!lane) return workHere();
  const shared = shareImage(image);
  // a lane that has ended costs time only
  const there = (rectangle: LineRectangle) => lane.recognise(shared, rectangle).catch(() => here(rectangle));
  await Promise.all([...Array.from({ length: AHEAD }, () => work(there)), workHere()]);
}
