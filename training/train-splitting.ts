// npm run train-splitting -- SETS_FOLDER --sets a,b,c [--dry] [--out FILE] [--pages FILE]
//   --pages FILE   keep the weights of pages in this file, and learn only what approved documents say
// Learns the weights of splitting, deterministically, from stacks it makes of the sets' documents. Prints how often a boundary
// is right on sets that were left out, and what approved documents of the layouts change in stacks of them, then writes the weights
// learned from all.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KNOWN_MARKS } from '#lib/extraction/memory/known-pages.ts';
import type { SplittingWeights } from '#lib/extraction/split.ts';
import { MARKS } from '#lib/extraction/splitting/compare-pages.ts';
import { familyOf } from './sets/kind-of.ts';
import { loadReading } from './sets/load-reading.ts';
import { describeBoundaries, KNOWN_DECAY, learnBoundaries, oddsOf } from './splitting/learn-boundaries.ts';
import { makeBoundaryExamples } from './splitting/make-examples.ts';
import { makeKnownExamples } from './splitting/make-known-examples.ts';
import { describeScore, measureStacks } from './splitting/measure-stacks.ts';
import { type StackDocument, toStackDocument } from './splitting/stack-document.ts';

const [root = '', ...options] = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  options.includes(name) ? (options[options.indexOf(name) + 1] ?? otherwise) : otherwise;
/** Approved documents of each layout of the stacks that are measured. */
const COUNTS = [0, 1, 3];
/** Weights with which approved documents say nothing. */
const NOTHING = KNOWN_MARKS.map(() => 0);

async function documentsOf(set: string): Promise<StackDocument[]> {
  const folder = path.join(root, set, 'documents');
  const documents: StackDocument[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!/\.(pdf|jpg|jpeg|png)$/i.test(file)) continue;
    const reading = await loadReading(path.join(folder, file)).catch(() => null);
    const document = reading && toStackDocument(set, `${set}/${file}`, reading.pages);
    if (document) documents.push(document);
  }
  return documents;
}

const sets = new Map<string, StackDocument[]>();
for (const set of option('--sets', '').split(',').filter(Boolean))
  if (existsSync(path.join(root, set, 'documents'))) sets.set(set, await documentsOf(set));
const looks = new Map([...sets].map(([set, documents]) => [set, documents.map(({ pages }) => pages.map(({ features }) => features))]));
const documents = [...sets.values()].flat();
const families = [...new Set([...sets.keys()].map(familyOf))];
const all = makeBoundaryExamples(looks);
const heldOut = new Map(families.map((family) => [family, learnBoundaries(all.filter(({ set }) => familyOf(set) !== family))]));
const known = makeKnownExamples(documents, (set, marks) => oddsOf(marks, heldOut.get(familyOf(set))!));
for (const family of families) {
  const weights = heldOut.get(family)!;
  for (const set of [...sets.keys()].filter((name) => familyOf(name) === family))
    console.log(
      `${set.padEnd(14)} left out: ${describeBoundaries(
        all.filter((example) => example.set === set),
        weights,
      )}`,
    );
  const knownWeights = learnBoundaries(
    known.filter(({ set }) => familyOf(set) !== family),
    KNOWN_DECAY,
  );
  const mine = documents.filter(({ set }) => familyOf(set) === family);
  const before = measureStacks(mine, documents, { counts: [Math.max(...COUNTS)], weights: toWeights(0, weights, NOTHING) });
  const measured = measureStacks(mine, documents, { counts: COUNTS, weights: toWeights(0, weights, knownWeights) });
  if (before?.[0]) console.log(`${family.padEnd(14)} by pages alone:  ${describeScore(before[0])}`);
  for (const [at, score] of (measured ?? []).entries())
    console.log(`${family.padEnd(14)} with ${COUNTS[at]} approved: ${describeScore(score)}`);
}
const out = option('--out', 'lib/extraction/weights/splitting.weights.json');
const kept = option('--pages', '');
const weights = kept ? (JSON.parse(readFileSync(kept, 'utf8')) as SplittingWeights).weights : learnBoundaries(all);
const knownWeights = learnBoundaries(known, KNOWN_DECAY);
console.log(`all: ${describeBoundaries(all, weights)}`);
for (const [index, mark] of MARKS.entries()) console.log(`${String(weights[index]).padStart(7)}  ${mark}`);
for (const [index, mark] of KNOWN_MARKS.entries()) console.log(`${String(knownWeights[index]).padStart(7)}  ${mark}`);
if (!options.includes('--dry')) {
  const version = existsSync(out) ? (JSON.parse(readFileSync(out, 'utf8')) as { version: number }).version + 1 : 1;
  writeFileSync(out, `${JSON.stringify(toWeights(version, weights, knownWeights), null, 1)}\n`);
}

function toWeights(version: number, weights: readonly number[], ofKnown: readonly number[]): SplittingWeights {
  return { version, marks: MARKS, weights, known: { marks: KNOWN_MARKS, weights: ofKnown } };
}
