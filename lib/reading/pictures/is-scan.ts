const LEAST_SIDE = 500;
const LARGEST_RATIO = 2.5;
/** Pixels: a part of a page that was cut out and pasted, such as a receipt or some lines of a mail. */
const LEAST_SIDE_OF_PART = 160;
const LEAST_PIXELS_OF_PART = 120_000;
const LARGEST_RATIO_OF_PART = 5;
/** Logos and banners have fewer lines of text. */
const FEWEST_LINES_OF_PART = 4;
/** Share of a row's pixels from which it is part of a line of text. */
const LEAST_EDGES_OF_ROW = 0.02;
/** The picture is looked at in this size: letters still are light and dark in turn. */
const LOOKED_AT = 400;
const BRIGHT = 165;
const LEAST_BRIGHT = 0.5;
/** Neighbouring pixels that differ so much are the edge of a letter; text has many of them, photographs and drawings few. */
const EDGE = 45;
const FEWEST_EDGES = 0.03;
const MOST_EDGES = 0.4;

type Size = { width: number; height: number };

/** Large enough, and of a page's proportions. Pixels. */
function hasSizeOfPage({ width, height }: Size): boolean {
  return Math.min(width, height) >= LEAST_SIDE && Math.max(width, height) / Math.min(width, height) <= LARGEST_RATIO;
}

/** True for the size of a page or of a part of one with some lines. Pixels. Tells most pictures apart without decoding them. */
export function mayHoldText({ width, height }: Size): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= LEAST_SIDE_OF_PART && width * height >= LEAST_PIXELS_OF_PART && long / short <= LARGEST_RATIO_OF_PART;
}

/**
 * True for a picture that looks like a scanned or photographed page of text: mostly bright, with the many small contrasts of text; one that is
 * smaller than a page must have several lines of it. The same picture always gets the same answer.
 * @param size pixels
 * @throws when it cannot be decoded
 */
export async function isScan(bytes: Uint8Array, size: Size): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(LOOKED_AT, LOOKED_AT, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [bright, edges, lines, isInLine] = [0, 0, 0, false];
  for (let row = 0; row < info.height; row++) {
    let edgesOfRow = 0;
    for (let column = 0; column < info.width; column++) {
      const at = (row * info.width + column) * info.channels;
      if (data[at]! > BRIGHT) bright++;
      if (at >= info.channels && Math.abs(data[at]! - data[at - info.channels]!) > EDGE) edgesOfRow++;
    }
    edges += edgesOfRow;
    const hasText = edgesOfRow >= LEAST_EDGES_OF_ROW * info.width;
    if (hasText && !isInLine) lines++;
    isInLine = hasText;
  }
  if (!hasSizeOfPage(size) && lines < FEWEST_LINES_OF_PART) return false;
  const pixels = info.width * info.height;
  return bright / pixels >= LEAST_BRIGHT && edges / pixels >= FEWEST_EDGES && edges / pixels <= MOST_EDGES;
}
