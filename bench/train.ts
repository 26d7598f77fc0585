// npm run train -- SETS_FOLDER [--sets a,b,c] [--trees N] [--quick] [--out FILE]
// Learns the weights of the extraction engine from the sets named, deterministically; prints scores of documents not
// trained on (five parts by document, and whole families of sets left out).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { FEATURES } from '#lib/extraction/scoring/features.ts';
import { type Calibration, type Forest, scoreForest, type Weights } from '#lib/extraction/scoring/weights.ts';
import { boost, type Examples, randomFrom, roundForest } from './extract-boosting.ts';
import { auroc, isotonic, type Outcome } from './extract-calibration.ts';
import { type Question, questionsOf } from './extract-examples.ts';

const GROUPS = ['date', 'amount', 'text'] as const;
const [root = '', ...options] = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  options.includes(name) ? (options[options.indexOf(name) + 1] ?? otherwise) : otherwise;
const SETS = option('--sets', 'sroie,facturx,facturx-scan,invoices-en,invoice2data,orderx,adbuy,fara,usforms,nda').split(',');
const TREES = Number(option('--trees', '160'));
const PARTS = 5;

/** Sets that share documents or makers are left out together. */
const family = (set: string) => set.replace(/^facturx.*/, 'facturx');

function hash(text: string): number {
  let value = 2166136261;
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 16777619) >>> 0;
  return value;
}

function examplesOf(questions: Question[], group: string): Examples {
  const random = randomFrom(7);
  const examples: Examples = { rows: [], targets: [], weights: [] };
  const perSet = new Map<string, number>();
  for (const question of questions) if (question.group === group) perSet.set(question.set, (perSet.get(question.set) ?? 0) + 1);
  const most = Math.max(1, ...perSet.values());
  for (const question of questions) {
    if (question.group !== group) continue;
    const weight = Math.min(3, Math.sqrt(most / (perSet.get(question.set) ?? 1)));
    question.rows.forEach((row, at) => {
      const positive = question.learn[at] ?? 0;
      const keep = positive || at < 14 ? 1 : 0.4;
      if (keep < 1 && random() > keep) return;
      examples.rows.push(row);
      examples.targets.push(positive);
      examples.weights.push(weight / keep);
    });
  }
  return examples;
}

function learn(questions: Question[], trees = TREES): Record<string, Forest> {
  return Object.fromEntries(
    GROUPS.map((group) => {
      const examples = examplesOf(questions, group);
      return [
        group,
        boost(examples, { trees: examples.rows.length ? trees : 0, depth: 5, rate: 0.1, minimum: 20, lambda: 3, columns: 0.5, seed: 11 }),
      ];
    }),
  );
}

type Answer = { question: Question; best: number; at: number };

function answer(questions: Question[], forests: Record<string, Forest>): Answer[] {
  return questions.map((question) => {
    const forest = forests[question.group];
    let best = -Infinity;
    let at = -1;
    question.rows.forEach((row, index) => {
      const score = forest ? scoreForest(forest, row) : -9;
      if (score > best) {
        best = score;
        at = index;
      }
    });
    return { question, best, at };
  });
}

function report(title: string, answers: Answer[], threshold: number): void {
  const sets = [...new Set(answers.map(({ question }) => question.set))];
  for (const set of sets) {
    const mine = answers.filter(({ question }) => question.set === set && question.type !== 'list');
    let right = 0;
    let wrong = 0;
    let missed = 0;
    let reachable = 0;
    for (const { question, best, at } of mine) {
      const given = best >= threshold && at >= 0;
      const good = given && question.exact[at];
      if (question.wanted && question.exact.some(Boolean)) reachable++;
      if (good && question.wanted) right++;
      else {
        if (given) wrong++;
        if (question.wanted) missed++;
      }
    }
    const wanted = mine.filter(({ question }) => question.wanted).length;
    const area = auroc(
      mine
        .filter(({ best }) => best >= threshold)
        .map(({ question, best, at }) => ({ confidence: best, right: Boolean(question.exact[at]) })),
    );
    process.stderr.write(
      `${title} ${set.padEnd(16)} n ${String(wanted).padStart(4)}  in short list ${((100 * reachable) / Math.max(1, wanted)).toFixed(1).padStart(5)}  F1 ${((200 * right) / Math.max(1, 2 * right + wrong + missed)).toFixed(1).padStart(5)}  AUROC ${area.toFixed(3)}\n`,
    );
  }
}

/** Log-odds above which giving a value raises F1 over all outcomes. */
function bestThreshold(answers: Answer[]): number {
  const sorted = [...answers].sort((a, b) => b.best - a.best);
  const wanted = answers.filter(({ question }) => question.wanted).length;
  let right = 0;
  let given = 0;
  let best = { f: 0, threshold: 0 };
  for (const { question, best: score, at } of sorted) {
    given++;
    if (question.exact[at]) right++;
    const f = (2 * right) / (given + wanted);
    if (f > best.f) best = { f, threshold: score };
  }
  return best.threshold;
}

const started = Date.now();
const questions: Question[] = [];
for (const set of SETS) {
  const found = await questionsOf(path.join(root, set));
  for (const question of found) questions.push(question);
  process.stderr.write(`${set}: ${found.length} questions, ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
}
const parts: Answer[] = [];
for (let part = 0; part < PARTS; part++) {
  const held = (question: Question) => hash(question.maker) % PARTS === part;
  const forests = learn(questions.filter((question) => !held(question)));
  for (const entry of answer(questions.filter(held), forests)) parts.push(entry);
  if (options.includes('--quick')) break;
}
const thresholds: Record<string, number> = {};
const calibrations: Record<string, Calibration> = {};
for (const group of GROUPS) {
  const mine = parts.filter(({ question }) => question.group === group);
  thresholds[group] = bestThreshold(mine);
  const outcomes: Outcome[] = mine
    .filter(({ at }) => at >= 0)
    .map(({ question, best, at }) => ({ score: best, right: Boolean(question.exact[at]) }));
  calibrations[group] = isotonic(outcomes);
}
process.stderr.write(`thresholds ${JSON.stringify(thresholds)}\n`);
for (const group of GROUPS)
  report(
    `by document, ${group.padEnd(6)}`,
    parts.filter(({ question }) => question.group === group),
    thresholds[group] ?? 0,
  );
report('by document, all', parts, -1);
if (options.includes('--leave-out'))
  for (const left of new Set(SETS.map(family))) {
    const forests = learn(questions.filter((question) => family(question.set) !== left));
    report(
      'set left out',
      answer(
        questions.filter((question) => family(question.set) === left),
        forests,
      ),
      -1,
    );
  }
if (!options.includes('--quick')) {
  const forests = learn(questions);
  const weights: Weights = {
    version: option('--version', '1'),
    features: [...FEATURES],
    forests: Object.fromEntries(Object.entries(forests).map(([group, forest]) => [group, roundForest(forest)])),
    calibrations,
    thresholds,
  };
  const out = option('--out', 'lib/extraction/weights/engine.weights.json');
  writeFileSync(out, JSON.stringify(weights));
  process.stderr.write(
    `${out}: ${(JSON.stringify(weights).length / 1024).toFixed(0)} KB, ${((Date.now() - started) / 1000).toFixed(0)} s\n`,
  );
}
