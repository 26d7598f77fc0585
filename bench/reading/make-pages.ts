// npm run bench:make-pages -- FOLDER [--fonts "Liberation Serif,DejaVu Sans"] [--handwriting FONT.ttf]
// Draws pages for `bench:recognise`: ten languages, each in several typefaces and under several conditions. FOLDER gets `documents` and,
// in `ocr.jsonl`, what stands on each page, in the form of the measured sets.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { launchBrowser } from '../product/launch-browser.ts';
import { SAMPLE_LINES } from './support/sample-lines.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fonts: { type: 'string', default: 'sans-serif,serif,monospace' }, handwriting: { type: 'string' } },
});
const folder = positionals[0];
if (folder === undefined) throw new Error('Give the folder to write.');

/** Pixels of an A4 page 150 and 200 dots an inch. */
const [COARSE, USUAL] = [1240, 1654];
const WHITE = '#fff';

/** What happens to a page between printer and picture. */
type Condition = { name: string; points: number; width: number; wear?: (page: Sharp) => Sharp };
const turned = (degrees: number) => (page: Sharp) => page.rotate(degrees, { background: WHITE });
const CONDITIONS: readonly Condition[] = [
  { name: 'clean', points: 11, width: USUAL },
  { name: 'small', points: 6.5, width: USUAL },
  { name: 'worn', points: 11, width: COARSE, wear: (page) => page.blur(1.1).modulate({ brightness: 0.93 }).jpeg({ quality: 35 }) },
  { name: 'skew', points: 11, width: USUAL, wear: turned(3) },
  { name: 'turned-90', points: 11, width: USUAL, wear: turned(90) },
  { name: 'turned-180', points: 11, width: USUAL, wear: turned(180) },
  { name: 'turned-270', points: 11, width: USUAL, wear: turned(270) },
];

function pageOf(lines: readonly string[], { points, font, face }: { points: number; font: string; face: string }): string {
  const rows = lines.map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join('');
  return `<!doctype html><meta charset="utf-8"><style>${face}body{margin:60pt;background:#fff;color:#111;font:${points}pt ${font}}p{margin:0 0 1.2em;white-space:nowrap}</style>${rows}`;
}

mkdirSync(path.join(folder, 'documents'), { recursive: true });
const browser = await launchBrowser();
const truth: string[] = [];
try {
  const fonts = values.fonts
    .split(',')
    .map((font) => ({ name: font.replaceAll(' ', '-').toLowerCase(), font: `"${font}", ${font}`, face: '' }));
  for (const [language, lines] of Object.entries(SAMPLE_LINES)) {
    for (const { name: condition, points, width, wear } of CONDITIONS)
      for (const font of fonts) await draw(`${condition}_${language}_${font.name}`, { lines, points, width, font, wear });
    if (values.handwriting) {
      const face = `@font-face{font-family:Hand;src:url(data:font/ttf;base64,${readFileSync(values.handwriting).toString('base64')})}`;
      await draw(`hand_${language}`, { lines, points: 18, width: USUAL, font: { font: 'Hand', face }, wear: undefined });
    }
  }
} finally {
  await browser.close();
}
writeFileSync(path.join(folder, 'ocr.jsonl'), truth.join(''));
console.log(`${truth.length} pages in ${folder}`);

type Drawing = Pick<Condition, 'points' | 'width'> & {
  lines: readonly string[];
  font: { font: string; face: string };
  wear: Condition['wear'];
};

async function draw(name: string, { lines, points, width, font, wear }: Drawing): Promise<void> {
  const scale = width / (595 * (96 / 72));
  const page = await browser.newPage({ viewport: { width: 794, height: 1123 }, deviceScaleFactor: scale });
  await page.setContent(pageOf(lines, { points, ...font }));
  await page.evaluate(() => document.fonts.ready);
  const picture = sharp(await page.screenshot());
  await page.close();
  const worn = await (wear ? wear(picture) : picture).toBuffer();
  await sharp(worn)
    .png()
    .toFile(path.join(folder!, 'documents', `${name}.png`));
  truth.push(`${JSON.stringify({ file: `documents/${name}.png`, lines: lines.map((text) => ({ text })) })}\n`);
}
