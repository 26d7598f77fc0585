// npm run bench:oversplit -- SET_FOLDER... : of documents that are one each, how many would be held as several (a person is
// asked), and in how many a boundary is called sure. Files of one page are passed over.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { split } from '#lib/extraction/split.ts';
import { loadReading } from '#training/sets/load-reading.ts';

const FORMATS = /\.(pdf|tiff?)$/i;
const percent = (count: number, total: number) => `${count} of ${total} (${((100 * count) / Math.max(1, total)).toFixed(1)} %)`;
const all = { documents: 0, asked: 0, sure: 0 };

for (const set of process.argv.slice(2)) {
  const folder = path.join(set, 'documents');
  const found = { documents: 0, asked: 0, sure: 0 };
  for (const file of readdirSync(folder).sort()) {
    if (!FORMATS.test(file)) continue;
    const reading = await loadReading(path.join(folder, file)).catch(() => null);
    if (!reading || reading.pages.length < 2) continue;
    const { segments } = split(reading);
    found.documents += 1;
    if (segments.length > 1) found.asked += 1;
    if (segments.slice(1).some(({ proposed }) => !proposed)) found.sure += 1;
  }
  console.log(
    `${path.basename(set).padEnd(16)} a person is asked: ${percent(found.asked, found.documents)} · called sure: ${percent(found.sure, found.documents)}`,
  );
  for (const key of ['documents', 'asked', 'sure'] as const) all[key] += found[key];
}
console.log(
  `${'all'.padEnd(16)} a person is asked: ${percent(all.asked, all.documents)} · called sure: ${percent(all.sure, all.documents)}`,
);
