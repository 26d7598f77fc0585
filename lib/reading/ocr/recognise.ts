import { setImmediate } from 'node:timers/promises';
import type { Box } from '#lib/contract/service/box.ts';
import type { Line, Page, Word } from '#lib/contract/service/reading.ts';
import type { Raster } from '../model/adapter.ts';
import { findStrokes, type Stroke } from './ink/find-strokes.ts';
import { findTickBoxes } from './ink/find-tick-boxes.ts';
import { inkMap } from './ink/ink-map.ts';
import { type RgbImage, toRgbImage, turnImage } from './ink/rgb-image.ts';
import { isSideways, isUpsideDown } from './lines/classify-orientation.ts';
import { detectLines } from './lines/detect-lines.ts';
import { corners, type LineRectangle } from './lines/line-rectangle.ts';
import { orderLines, type Stretch } from './lines/order-lines.ts';
import { meanProbability, part, type RecognisedLine } from './lines/recognise-line.ts';
import { recogniseLines } from './lines/recognise-lines.ts';
import { openSecondLane, type SecondLane } from './lines/second-lane.ts';
import { isCjk } from './networks/alphabet.ts';
import { loadModels, type Models } from './networks/load-models.ts';
import { cutWords } from './words/cut-words.ts';
import type { LineWord } from './words/line-word.ts';
import { partTickBoxes } from './words/part-tick-boxes.ts';
import { startSecondReading } from './words/read-lines-again.ts';

export type RecogniseOptions = {
  /** ISO 639-1 codes of the languages to expect. */
  languages: string[];
  signal: AbortSignal;
  /** Work of the caller for this thread, called at most once, while the second lane recognises lines. */
  beside?: () => Promise<void>;
};

/**
 * Words in reading order, the lines they form, tick boxes and drawn lines, with boxes on the raster as it was given.
 * `rotation` is how far the raster must be turned clockwise to make the text upright.
 */
export type Recognition = {
  words: Word[];
  lines: Line[];
  tickBoxes: Page['tick_boxes'];
  /** Drawn lines, as thin boxes. */
  strokes: Box[];
  rotation: 0 | 90 | 180 | 270;
};

export type Recognise = (raster: Raster, options: RecogniseOptions) => Promise<Recognition>;

/** Lines whose characters are less sure than this on average are dirt or pictures. */
const MIN_LINE_PROBABILITY = 0.5;
/** From this share of Chinese, Japanese or Korean characters on, the page is not read as Latin text. */
const CJK_SHARE = 0.15;
/** The detector's rectangles stand off the letters by about this share of their height, above and below. */
const MARGIN = 0.1;
const CJK_LANGUAGES = ['zh', 'ja', 'ko'];

/**
 * Makes a function that finds and recognises the printed text of a raster. The networks are loaded at its first use
 * (about 0.3 s, 600 MB with work space) from `modelDir`, or from the installed package when it is not given.
 *
 * Use it in a child process that can be killed: ending the process in the ordinary way during a run aborts it.
 * The function throws the signal's reason when it is aborted, and Error when the model files are not the expected ones.
 */
export function createRecogniser({ modelDir }: { modelDir?: string } = {}): Recognise {
  let readers: Promise<Readers> | undefined;
  return async (raster, options) => {
    readers ??= loadModels(modelDir).then((models) => ({ models, lane: openSecondLane(modelDir) }));
    return recogniseRaster(await readers, raster, options);
  };
}

/** Recognises with the models of the installed package; see `createRecogniser`. */
export const recognise: Recognise = createRecogniser();

type Readers = { models: Models; lane: SecondLane | null };

async function recogniseRaster(readers: Readers, raster: Raster, { languages, signal, beside }: RecogniseOptions): Promise<Recognition> {
  signal.throwIfAborted();
  const { image, rectangles, quarters } = await findUprightLines(readers.models, await toRgbImage(raster));
  const recognised: RecognisedLine[] = [];
  const expectsCjk = languages.some((language) => CJK_LANGUAGES.includes(language));
  const second = expectsCjk || readers.models.readsAccents ? null : startSecondReading(languages);
  // Long lines tell the language for the second reading, which runs beside the first.
  rectangles.sort((a, b) => b.width - a.width);
  await recogniseLines(readers, { image, rectangles, signal, beside }, (lines) => {
    for (const line of lines) {
      if (meanProbability([line]) < MIN_LINE_PROBABILITY) continue;
      recognised.push(line);
      second?.add(line);
    }
  });
  const [mended, { map, squares, strokes }] = await Promise.all([second?.finish(), findDrawn(image, recognised)]);
  const isCjkPage = expectsCjk || isMostlyCjk(recognised);
  const wordsOf = (line: RecognisedLine) => (isCjkPage ? cutWords(line, false) : (mended?.get(line) ?? cutWords(line, true)));
  const stretches = recognised.map((line) => toStretch(line, wordsOf(line))).filter((stretch) => stretch.words.length > 0);
  const tickBoxes = partTickBoxes(squares, stretches, map);
  const words: Word[] = [];
  const lines: Line[] = [];
  for (const line of orderLines(stretches)) {
    const start = words.length;
    for (const { text, confidence, rectangle } of line) words.push({ text, box: boxOf(rectangle, image, quarters), confidence });
    lines.push({ words: [start, words.length], box: union(words.slice(start).map((word) => word.box)) });
  }
  const place = ({ left, top, right, bottom }: Stroke) =>
    boxOf({ x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top, angle: 0 }, image, quarters);
  // Specks of a picture may look like sideways text.
  const placed = tickBoxes.map((found) => ({ box: place(found), ticked: found.ticked, confidence: found.confidence }));
  return {
    words,
    lines,
    tickBoxes: placed,
    strokes: strokes.map(place),
    rotation: words.length === 0 ? 0 : ((quarters * 90) as Recognition['rotation']),
  };
}

/** What is drawn rather than printed. */
async function findDrawn(image: RgbImage, lines: RecognisedLine[]) {
  // first the last lines go to the second reader, which works in a thread of its own
  await setImmediate();
  const lineHeight = medianHeight(lines);
  const map = inkMap(image, 2 * lineHeight);
  return { map, squares: findTickBoxes(map, lineHeight), strokes: findStrokes(map, lineHeight) };
}

function toStretch(line: RecognisedLine, words: LineWord[]): Stretch {
  const { rectangle, columns } = line;
  const shaved = { ...rectangle, height: rectangle.height * (1 - 2 * MARGIN) };
  return {
    rectangle,
    words: words.map(({ text, confidence, left, right }) => ({
      text,
      confidence,
      rectangle: part(shaved, Math.max(0, left / columns.length), Math.min(1, right / columns.length)),
    })),
  };
}

/** 0 when there are no lines. */
function medianHeight(lines: RecognisedLine[]): number {
  const heights = lines.map((line) => line.rectangle.height).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

type UprightLines = { image: RgbImage; rectangles: LineRectangle[]; quarters: number };

async function findUprightLines(models: Models, given: RgbImage): Promise<UprightLines> {
  let image = given;
  let quarters = 0;
  let rectangles = await detectLines(models.detector, image);
  if (isSideways(rectangles)) {
    quarters = 1;
    image = turnImage(given, 1);
    rectangles = await detectLines(models.detector, image);
  }
  if (await isUpsideDown(models, image, rectangles)) {
    const { width, height } = image;
    quarters += 2;
    image = turnImage(image, 2);
    rectangles = rectangles.map((rectangle) => ({ ...rectangle, x: width - rectangle.x, y: height - rectangle.y }));
  }
  return { image, rectangles, quarters };
}

function isMostlyCjk(lines: RecognisedLine[]): boolean {
  const characters = lines.flatMap((line) => line.characters.all).filter((character) => character.probability > 0.7);
  return characters.filter((character) => isCjk(character.text)).length > characters.length * CJK_SHARE;
}

/** The box of a rectangle of the upright image, on the image before it was turned by `quarters`. */
function boxOf(rectangle: LineRectangle, { width, height }: RgbImage, quarters: number): Box {
  const points = corners(rectangle).map(({ x, y }): [number, number] => {
    const [across, down] = [x / width, y / height];
    if (quarters === 1) return [down, 1 - across];
    if (quarters === 2) return [1 - across, 1 - down];
    return quarters === 3 ? [1 - down, across] : [across, down];
  });
  const xs = points.map(([x]) => clamp(x));
  const ys = points.map(([, y]) => clamp(y));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function union(boxes: Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

const clamp = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5;
