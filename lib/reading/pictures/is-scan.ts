const LEAST_SIDE = 500;
const LARGEST_RATIO = 2.5;
/** The picture is looked at in this size: letters still are light and dark in turn. */
const LOOKED_AT = 400;
const BRIGHT = 165;
const LEAST_BRIGHT = 0.5;
/** Neighbouring pixels that differ so much are the edge of a letter; print has many of them, photographs and drawings few. */
const EDGE = 45;
const FEWEST_EDGES = 0.03;
const MOST_EDGES = 0.4;

/** True for the size of a page: large enough, and of a page's proportions. Pixels. Tells most pictures apart without decoding them. */
export function hasSizeOfPage({ width, height }: { width: number; height: number }): boolean {
  return Math.min(width, height) >= LEAST_SIDE && Math.max(width, height) / Math.min(width, height) <= LARGEST_RATIO;
}

/**
 * True for a picture of the size of a page that looks like scanned or photographed print: mostly bright, with the many small
 * contrasts of text. The same picture always gets the same answer.
 * @throws when it cannot be decoded
 */
export async function isScan(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(LOOKED_AT, LOOKED_AT, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [bright, edges] = [0, 0];
  for (let index = 0; index < data.length; index += info.channels) {
    if (data[index]! > BRIGHT) bright++;
    if (index >= info.channels && Math.abs(data[index]! - data[index - info.channels]!) > EDGE) edges++;
  }
  const pixels = data.length / info.channels;
  return bright / pixels >= LEAST_BRIGHT && edges / pixels >= FEWEST_EDGES && edges / pixels <= MOST_EDGES;
}
