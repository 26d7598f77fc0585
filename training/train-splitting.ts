// npm run train-splitting -- SETS_FOLDER [--sets a,b,c] [--dry] [--out FILE]
// Learns the weights of splitting, deterministically, from stacks it makes of the sets' documents. Prints how often a boundary
// is right on sets that were left out, then writes the weights learned from all.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MARKS } from '#lib/extraction/splitting/compare-looks.ts';
import { lookAt, type PageLook } from '#lib/extraction/splitting/page-look.ts';
import { familyOf } from './sets/kind-of.ts';
import { loadReading } from './sets/load-reading.ts';
import { describeBoundaries, learnBoundaries } from './splitting/learn-boundaries.ts';
import { makeBoundaryExamples } from './splitting/make-examples.ts';

const [root = '', ...options] = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  options.includes(name) ? (options[options.indexOf(name) + 1] ?? otherwise) : otherwise;
const MOST_PAGES = 8;

async function looksOf(set: string): Promise<PageLook[][]> {
  const folder = path.join(root, set, 'documents');
  const documents: PageLook[][] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!/\.(pdf|jpg|jpeg|png)$/i.test(file)) continue;
    const reading = await loadReading(path.join(folder, file)).catch(() => null);
    const looks = reading?.pages.slice(0, MOST_PAGES).map(lookAt) ?? [];
    if (looks.some(({ empty }) => !empty)) documents.push(looks.filter(({ empty }) => !empty));
  }
  return documents;
}

const sets = new Map<string, PageLook[][]>();
for (const set of option('--sets', '').split(',').filter(Boolean))
  if (existsSync(path.join(root, set, 'documents'))) sets.set(set, await looksOf(set));
const all = makeBoundaryExamples(sets);
for (const set of sets.keys()) {
  const others = all.filter((example) => familyOf(example.set) !== familyOf(set));
  if (others.length === 0) continue;
  const mine = all.filter((example) => example.set === set);
  console.log(`${set.padEnd(14)} left out: ${describeBoundaries(mine, learnBoundaries(others))}`);
}
const weights = learnBoundaries(all);
console.log(`all, as learned: ${describeBoundaries(all, weights)}`);
for (const [index, mark] of MARKS.entries()) console.log(`${String(weights[index]).padStart(7)}  ${mark}`);
if (!options.includes('--dry')) {
  const out = option('--out', 'lib/extraction/weights/splitting.weights.json');
  const version = existsSync(out) ? (JSON.parse(readFileSync(out, 'utf8')) as { version: number }).version + 1 : 1;
  writeFileSync(out, `${JSON.stringify({ version, marks: MARKS, weights }, null, 1)}\n`);
}
