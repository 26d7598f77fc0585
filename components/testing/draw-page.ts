import type { Page } from '#lib/contract/service/reading.ts';

/** The picture of a page, as SVG: white, with its words where they stand. */
export function drawPage(page: Page | undefined): string {
  const { width, height, words } = page ?? { width: 595, height: 842, words: [] };
  const letters = words.map(({ text, box: [left, , right, bottom], size = 10 }) => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const length = (right - left) * width;
    return `<text x="${left * width}" y="${bottom * height - size * 0.2}" font-size="${size}" textLength="${length}">${escaped}</text>`;
  });
  const sheet = `<rect width="${width}" height="${height}" fill="white"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${sheet}${letters.join('')}</svg>`;
}
