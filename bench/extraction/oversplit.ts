// npm run bench:oversplit -- SET_FOLDER... [--approved] : of documents that are one each, how many would be held as several (a person is
// asked), and in how many a boundary is called sure. Files of one page are passed over.
//   --approved   all other documents of the sets were approved before
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { split } from '#lib/extraction/split.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { chooseKnown, type StackDocument, toStackDocument } from '#training/splitting/stack-document.ts';

const FORMATS = /\.(pdf|tiff?)$/i;
const percent = (count: number, total: number) => `${count} of ${total} (${((100 * count) / Math.max(1, total)).toFixed(1)} %)`;
const all = { documents: 0, asked: 0, sure: 0 };

const sets = process.argv.slice(2).filter((option) => option !== '--approved');
const approved: StackDocument[] = [];
const read = (file: string) => loadReading(file).catch(() => null);
const filesOf = (set: string) => readdirSync(path.join(set, 'documents')).filter((file) => FORMATS.test(file));
const idOf = (set: string, file: string) => path.join(set, 'documents', file);
if (process.argv.includes('--approved'))
  for (const set of sets)
    for (const file of filesOf(set)) {
      const document = toStackDocument(set, idOf(set, file), (await read(idOf(set, file)))?.pages ?? []);
      if (document) approved.push(document);
    }

for (const set of sets) {
  const found = { documents: 0, asked: 0, sure: 0 };
  for (const file of filesOf(set).sort()) {
    const reading = await read(idOf(set, file));
    if (!reading || reading.pages.length < 2) continue;
    const itself = approved.find(({ known }) => known.id === idOf(set, file));
    const others = approved.filter((other) => other !== itself);
    const { segments } = split(reading, { known: itself ? chooseKnown([itself], others) : [] });
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
