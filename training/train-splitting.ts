// npm run train-splitting -- SETS_FOLDER [--sets a,b,c] [--dry]
// Learns the weights of splitting, deterministically, from stacks it makes of the sets' documents. Prints how often a boundary
// is right on sets that were left out, then writes the weights learned from all.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareLooks, MARKS } from '#lib/extraction/splitting/compare-looks.ts';
import { lookAt, type PageLook } from '#lib/extraction/splitting/page-look.ts';
import { loadReading } from './sets/load-reading.ts';

type Example = { set: string; marks: number[]; begins: boolean; weight: number };

const [root = '', ...options] = process.argv.slice(2);
const named = options.includes('--sets') ? (options[options.indexOf('--sets') + 1] ?? '') : '';
const TARGET = 'lib/extraction/weights/splitting.weights.json';
const STACKS = 4000;
const ROUNDS = 3000;
const DECAY = 0.002;

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

async function looksOf(set: string): Promise<PageLook[][]> {
  const folder = path.join(root, set, 'documents');
  const documents: PageLook[][] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!/\.(pdf|jpg|jpeg|png)$/i.test(file)) continue;
    const reading = await loadReading(path.join(folder, file)).catch(() => null);
    const looks = reading?.pages.slice(0, 8).map(lookAt) ?? [];
    if (looks.some(({ empty }) => !empty)) documents.push(looks.filter(({ empty }) => !empty));
  }
  return documents;
}

/** Stacks of two documents, half of them of one set, some with a blank page between; and what goes on inside documents. */
function makeExamples(sets: Map<string, PageLook[][]>): Example[] {
  const random = createRandom(7);
  const names = [...sets.keys()];
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const examples: Example[] = [];
  for (let stack = 0; stack < STACKS; stack += 1) {
    const set = pick(names);
    const other = random() < 0.5 ? set : pick(names);
    const [first, second] = [pick(sets.get(set)!), pick(sets.get(other)!)];
    if (first === second) continue;
    examples.push({ set: other, marks: compareLooks(first.at(-1)!, second[0]!, random() < 0.12), begins: true, weight: 1 });
  }
  for (const [set, documents] of sets)
    for (const looks of documents)
      looks.slice(1).forEach((look, index) => {
        examples.push({ set, marks: compareLooks(looks[index]!, look, false), begins: false, weight: 1 / Math.sqrt(looks.length) });
      });
  return balance(examples);
}

/** Sets count alike, and so do beginnings and continuations. */
function balance(examples: Example[]): Example[] {
  const sums = new Map<string, number>();
  const key = ({ set, begins }: Example) => `${set} ${begins}`;
  for (const example of examples) sums.set(key(example), (sums.get(key(example)) ?? 0) + example.weight);
  return examples.map((example) => ({
    ...example,
    weight: (example.weight * Math.min(60, sums.get(key(example))!)) / sums.get(key(example))!,
  }));
}

/** Logistic regression by gradient descent with momentum and L2 decay. */
function learn(examples: Example[]): number[] {
  const weights = MARKS.map(() => 0);
  const speed = MARKS.map(() => 0);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = MARKS.map(() => 0);
    for (const { marks, begins, weight } of examples) {
      const odds = marks.reduce((sum, mark, index) => sum + mark * weights[index]!, 0);
      const error = (1 / (1 + Math.exp(-odds)) - Number(begins)) * weight;
      marks.forEach((mark, index) => {
        slope[index]! += error * mark;
      });
    }
    weights.forEach((weight, index) => {
      speed[index] = 0.9 * speed[index]! - 0.5 * (slope[index]! / total + DECAY * weight);
      weights[index] = weight + speed[index]!;
    });
  }
  return weights.map((weight) => Number(weight.toFixed(3)));
}

function score(examples: Example[], weights: readonly number[]): string {
  const right = (begins: boolean) => {
    const group = examples.filter((example) => example.begins === begins);
    const good = group.filter(({ marks }) => marks.reduce((sum, mark, index) => sum + mark * weights[index]!, 0) >= 0 === begins).length;
    return `${good} of ${group.length}`;
  };
  return `beginnings found ${right(true)}, continuations kept ${right(false)}`;
}

const sets = new Map<string, PageLook[][]>();
for (const set of named.split(',').filter(Boolean)) if (existsSync(path.join(root, set, 'documents'))) sets.set(set, await looksOf(set));
const all = makeExamples(sets);
for (const set of sets.keys()) {
  const weights = learn(all.filter((example) => example.set.replace(/-.*/, '') !== set.replace(/-.*/, '')));
  console.log(
    `${set.padEnd(14)} left out: ${score(
      all.filter((example) => example.set === set),
      weights,
    )}`,
  );
}
const weights = learn(all);
console.log(`all, as learned: ${score(all, weights)}`);
for (const [index, mark] of MARKS.entries()) console.log(`${String(weights[index]).padStart(7)}  ${mark}`);
if (!options.includes('--dry')) {
  const version = existsSync(TARGET) ? (JSON.parse(readFileSync(TARGET, 'utf8')) as { version: number }).version + 1 : 1;
  writeFileSync(TARGET, `${JSON.stringify({ version, marks: MARKS, weights }, null, 1)}\n`);
}
