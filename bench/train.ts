// npm run train -- SETS_FOLDER [--sets a,b,c] [--made-up N] [--trees N] [--leave-out] [--dry] [--errors SET] [--out FILE]
//   [--left a,b] leave out these families only  [--without A,B] without features whose names begin so
//   [--errors-left SET] what went wrong in a set left out  [--parts FOLDER]  keep the weights of the five parts for `bench:extract --parts`, which so measures every document with
//                     weights that were learned without its maker
// Learns the weights of the extraction engine, deterministically, from the sets named and from documents it makes up.
// Prints scores of documents that were not trained on: five parts by maker of the document, and with --leave-out each
// family of sets left out as a whole. Thresholds and calibration come from the five parts.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FEATURES } from '#lib/extraction/scoring/feature-names.ts';
import type { Forest, Weights } from '#lib/extraction/scoring/weights.ts';
import { roundForest } from './extract-boosting.ts';
import { type Question, questionsMadeUp, questionsOf } from './extract-examples.ts';
import { type Answer, answer, decide, learn, learnConfidence, measure, rawConfidence } from './extract-learning.ts';

const [root = '', ...options] = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  options.includes(name) ? (options[options.indexOf(name) + 1] ?? otherwise) : otherwise;
/** The sets named, or every folder that has a truth. */
const SETS = (
  option('--sets', '') ||
  readdirSync(root)
    .filter((name) => existsSync(path.join(root, name, 'truth.jsonl')))
    .sort()
    .join(',')
).split(',');
const TREES = Number(option('--trees', '160'));
const PARTS = 5;
const started = Date.now();
const say = (text: string) => process.stderr.write(`${text}\n`);
const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;

/** Sets whose names begin alike (up to a hyphen) share documents or makers and are left out together. */
const family = (set: string) => set.replace(/-.*/, '');

function partOf(maker: string): number {
  let value = 2166136261;
  for (const char of maker) value = Math.imul(value ^ char.charCodeAt(0), 16777619) >>> 0;
  return value % PARTS;
}

function report(title: string, answers: Answer[], thresholds: Record<string, number>): void {
  for (const set of new Set(answers.map(({ question }) => question.set))) {
    const { wanted, listed, f1, area } = measure(
      answers.filter(({ question }) => question.set === set),
      thresholds,
      raw,
    );
    say(
      `${title} ${set.padEnd(14)} n ${String(wanted).padStart(4)}  listed ${(100 * listed).toFixed(1).padStart(5)}  F1 ${(100 * f1).toFixed(1).padStart(5)}  AUROC ${area.toFixed(3)}`,
    );
  }
}

/** What went wrong in one set, for people at work on the engine. */
function listErrors(answers: Answer[], thresholds: Record<string, number>, set: string): void {
  for (const { question, best, at } of answers) {
    if (question.set !== set || question.type === 'list') continue;
    const given = at >= 0 && best >= (thresholds[question.answers] ?? 0);
    if (given ? question.exact[at] : question.wanted === 0) continue;
    const found = question.exact.findIndex(Boolean);
    const where = question.wanted ? (found < 0 ? 'not in list' : `at ${found}`) : '';
    const shown = given ? JSON.stringify(question.values[at]) : 'nothing';
    say(
      `${path.basename(question.document)} ${question.field}: ${shown} (${best.toFixed(1)}), wanted ${JSON.stringify(question.truth)} ${where}`,
    );
  }
}

const questions: Question[] = [];
for (const set of SETS) {
  const found = await questionsOf(path.join(root, set));
  for (const question of found) questions.push(question);
  say(`${set}: ${found.length} questions, ${seconds()}`);
}
for (const question of questionsMadeUp(Number(option('--made-up', '160')))) questions.push(question);
say(`${questions.length} questions, ${seconds()}`);
const without = option('--without', '').split(',').filter(Boolean);
const masked = FEATURES.flatMap((name, at) => (without.some((start) => name.startsWith(start)) ? [at] : []));
if (masked.length) for (const { rows } of questions) for (const row of rows) for (const at of masked) row[at] = 0;
const answers: Answer[] = [];
const perPart: Record<string, Forest>[] = [];
for (let part = 0; part < PARTS; part++) {
  const forests = learn(
    questions.filter((question) => partOf(question.maker) !== part),
    TREES,
  );
  const held = questions.filter((question) => partOf(question.maker) === part);
  for (const entry of answer(held, forests)) answers.push(entry);
  perPart.push(forests);
  say(`part ${part + 1} of ${PARTS}, ${seconds()}`);
}
// The second opinion on a part is learned from the other parts' answers.
const opinions = perPart.map((_, part) => learnConfidence(answers.filter(({ question }) => partOf(question.maker) !== part)));
const raw = new Map(
  opinions.flatMap((forest, part) => [
    ...rawConfidence(
      answers.filter(({ question }) => partOf(question.maker) === part),
      forest,
    ),
  ]),
);
const { thresholds, calibrations, whole, literal } = decide(answers, raw);
say(`thresholds ${JSON.stringify(thresholds)}, literal ${JSON.stringify(literal)}`);
const packed = (forests: Record<string, Forest>, confidence: Forest): Weights => ({
  version: option('--version', '1'),
  features: [...FEATURES],
  forests: Object.fromEntries(Object.entries(forests).map(([group, forest]) => [group, roundForest(forest)])),
  confidence: roundForest(confidence),
  calibrations,
  whole,
  literal,
  thresholds,
});
if (options.includes('--parts')) {
  const folder = option('--parts', '');
  mkdirSync(folder, { recursive: true });
  for (const [part, forests] of perPart.entries())
    writeFileSync(path.join(folder, `part-${part}.json`), JSON.stringify(packed(forests, opinions[part] as Forest)));
  const parts = Object.fromEntries(questions.map(({ set, document, maker }) => [`${set}/${document}`, partOf(maker)]));
  writeFileSync(path.join(folder, 'documents.json'), JSON.stringify(parts));
}
report('by maker', answers, thresholds);
listErrors(answers, thresholds, option('--errors', ''));
if (!options.includes('--dry')) {
  const weights = packed(learn(questions, TREES), learnConfidence(answers));
  const out = option('--out', 'lib/extraction/weights/engine.weights.json');
  writeFileSync(out, JSON.stringify(weights));
  say(`${out}: ${(JSON.stringify(weights).length / 1024).toFixed(0)} KB, ${seconds()}`);
}
if (options.includes('--leave-out'))
  for (const left of option('--left', '') ? option('--left', '').split(',') : new Set(SETS.map(family))) {
    const forests = learn(
      questions.filter((question) => family(question.set) !== left),
      TREES,
    );
    const held = questions.filter((question) => family(question.set) === left);
    const unseen = answer(held, forests);
    report('set left out', unseen, thresholds);
    if (options.includes('--errors-left')) listErrors(unseen, thresholds, option('--errors-left', ''));
  }
