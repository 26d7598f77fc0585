// node scripts/run.mjs bench-read-speed FOLDER [--rounds N]: reads the PDF files of a folder that have text of their own with this
// product's reader and, where it is installed, with poppler's `pdftotext -bbox-layout`, file by file in turn, and prints pages a second.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { readFile } from '#lib/reading/read-file.ts';

const run = promisify(execFile);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '3' } } });
const root = positionals[0];
if (!root) {
  console.error('usage: bench-read-speed FOLDER [--rounds N]');
  process.exit(2);
}
const folder = existsSync(path.join(root, 'documents')) ? path.join(root, 'documents') : root;
const files = readdirSync(folder)
  .filter((name) => /\.pdf$/i.test(name))
  .map((name) => path.join(folder, name));
const withPoppler = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);

/** Milliseconds of processor time of this process so far. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let pages = 0;
let words = 0;
const own = { wall: 0, cpu: 0 };
let poppler = 0;
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const file of files) {
    const started = performance.now();
    const cpu = processorMs();
    const reading = await readFile(file).catch(() => null);
    const wall = performance.now() - started;
    if (!reading || reading.pages.some(({ source }) => source !== 'text')) continue;
    const popplerStarted = performance.now();
    if (withPoppler) await run('pdftotext', ['-bbox-layout', file, '/dev/null']).catch(() => undefined);
    // the first round only warms up
    if (round === 0) continue;
    own.wall += wall;
    own.cpu += processorMs() - cpu;
    poppler += performance.now() - popplerStarted;
    pages += reading.page_count;
    words += reading.pages.reduce((sum, page) => sum + page.words.length, 0);
  }
}
const perSecond = (ms: number) => (pages / (ms / 1000)).toFixed(1);
console.log(`${pages} pages, ${words} words`);
console.log(`this reader: ${perSecond(own.wall)} pages/s (wall), ${perSecond(own.cpu)} pages per processor second`);
console.log(
  withPoppler ? `pdftotext -bbox-layout: ${perSecond(poppler)} pages/s (wall, process start included)` : 'pdftotext is not installed',
);
