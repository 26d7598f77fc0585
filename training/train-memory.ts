// npm run train-memory -- SETS_FOLDER PARTS_FOLDER [--sets a,b,c] [--made N] [--version TEXT] [--out FILE] [--dry]
// Learns what proposals of approved documents are worth beside the engine's own answers, from simulated streams of approvals over
// the sets. PARTS_FOLDER is what `npm run train --parts` kept: the engine answers with weights that did not see a document's issuer,
// and in other streams not its kind. Prints scores by families of sets held out.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawStreams, type MemoryQuestion, streamOfSet } from './memory/draw-streams.ts';
import { chanceOfGiven, choicesBySet, givenBy, learnMemory, scoreGiven } from './memory/learn-memory.ts';
import { makeLayouts } from './memory/make-layouts.ts';

const [root = '', parts = '', ...args] = process.argv.slice(2);
const option = (name: string, otherwise: string) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise);
const started = Date.now();
const say = (text: string) => process.stderr.write(`${text}, ${((Date.now() - started) / 1000).toFixed(0)} s\n`);

const named = option('--sets', '').split(',').filter(Boolean);
const sets = named.length ? named : readdirSync(root).filter((name) => existsSync(path.join(root, name, 'truth.jsonl')));
const questions: MemoryQuestion[] = [];
for (const set of sets.sort())
  for (const key of ['issuer', 'kind']) {
    const drawn = await drawStreams(set, streamOfSet(path.join(root, set), path.join(parts, key)));
    for (const question of drawn) questions.push(question);
    say(`${set} by ${key}: ${drawn.length} questions`);
  }
const made = await drawStreams('made', makeLayouts(Number(option('--made', '40'))));
for (const question of made) questions.push(question);
say(`made layouts: ${made.length} questions`);
const { weights, choices } = learnMemory(questions, option('--version', '1'), say);
const percent = (value: number) => (100 * value).toFixed(1);
for (const [set, some] of choicesBySet(choices)) {
  const f1 = (least: number) =>
    percent(scoreGiven(some.map((one) => ({ option: givenBy(one, weights.calibration, least), hasValue: one.question.hasValue }))));
  const squares = some.map(
    (one) => ((givenBy(one, weights.calibration, weights.least).isRight ? 1 : 0) - chanceOfGiven(one, weights)) ** 2,
  );
  const brier = squares.reduce((sum, square) => sum + square, 0) / some.length;
  say(`${set}: F1 of the engine ${f1(2)}, with memory ${f1(weights.least)}; Brier score ${brier.toFixed(4)} (${some.length} questions)`);
}
say(`least ${weights.least}`);
if (!args.includes('--dry')) {
  const out = option('--out', 'lib/extraction/weights/memory.weights.json');
  const text = JSON.stringify(weights);
  writeFileSync(out, text);
  say(`${out}: ${(text.length / 1024).toFixed(0)} KB`);
}
