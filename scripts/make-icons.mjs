// npm run icons: from public/favicon.svg, the pictures that browsers, installers and link previews ask for, into public/.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const root = path.resolve(import.meta.dirname, '..');
const inPublic = (name) => path.join(root, 'public', name);
const BLUE = '#21315f';
const mark = readFileSync(inPublic('favicon.svg'), 'utf8');
/** Without the rounded ground, for systems that cut the shape themselves; the strokes stay inside their safe circle. */
const strokes = mark.replace(/<title>.*?<\/title>/s, '').replace(/<rect[^>]*>/, '');
const maskable = strokes.replace(/viewBox="[^"]*"/, 'viewBox="-16 -16 96 96"');

const draw = (svg, size) => sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);
const filled = (svg, size) => draw(svg, size).flatten({ background: BLUE });

/** An .ico file: a directory of pictures, each a PNG as it is. */
function toIco(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const write = (text, size, colour, weight) =>
  sharp({
    text: {
      text: `<span foreground="${colour}" size="${size}pt" weight="${weight}">${text}</span>`,
      font: 'DejaVu Sans, sans-serif',
      rgba: true,
      dpi: 72,
      spacing: 10,
    },
  })
    .png()
    .toBuffer();

/** 1200 × 630: the mark, the name and what it is for, beside the review as it looks. */
async function drawPreview() {
  const [height, width] = [520, 690];
  const corners = `<svg width="${width}" height="${height}"><rect width="${width + 20}" height="${height}" rx="14"/></svg>`;
  const screen = await sharp(path.join(root, 'docs/pictures/review-light.png'))
    .resize({ height })
    .extract({ left: 0, top: 0, width, height })
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const layers = [
    { input: await draw(strokes, 120).png().toBuffer(), left: 48, top: 150 },
    { input: await write('Countersign', 58, '#ffffff', 700), left: 64, top: 290 },
    { input: await write('Check what a machine has\nread, beside its evidence,\nand approve it.', 28, '#c3cdf0', 400), left: 66, top: 380 },
    { input: screen, left: 1200 - width, top: (630 - height) / 2 },
  ];
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: BLUE } })
    .composite(layers)
    .png({ palette: true, quality: 90 })
    .toBuffer();
}

const ico = [16, 32, 48].map(async (size) => ({ size, png: await draw(mark, size).png().toBuffer() }));
writeFileSync(inPublic('favicon.ico'), toIco(await Promise.all(ico)));
writeFileSync(inPublic('apple-touch-icon.png'), await filled(maskable.replaceAll('-16 -16 96 96', '-3 -3 70 70'), 180).png().toBuffer());
for (const size of [192, 512]) {
  writeFileSync(inPublic(`icon-${size}.png`), await draw(mark, size).png().toBuffer());
  writeFileSync(inPublic(`icon-maskable-${size}.png`), await filled(maskable, size).png().toBuffer());
}
writeFileSync(inPublic('link-preview.png'), await drawPreview());
