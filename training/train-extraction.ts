// npm run train -- SETS_FOLDER [--sets a,b,c] [--made-up N] [--trees N] [--leave-out] [--dry] [--errors SET] [--out FILE]
//   [--left a,b] leave out these families only  [--without A,B] without features whose names begin so
//                     and for --leave-out FOLDER/left, weights that did not see the document's kind of paper
//   [--errors-left SET] what went wrong in a set left out  [--parts FOLDER]  keep the weights of the parts for `bench:extract --parts FOLDER/maker` (or `FOLDER/document`), which so
//                     measures every document with weights that were learned without its maker (or without it)
// Learns the weights of the extraction engine, deterministically, from the sets named and from documents it makes up.
// Prints scores of documents that were not trained on: five parts by maker of the document, five parts by document (its maker
// may be known), and with --leave-out each family of sets left out as a whole. Confidence is learned from the ten parts.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHOICE_FEATURES, FEATURES } from '#lib/extraction/scoring/feature-names.ts';
import type { Forest, Weights } from '#lib/extraction/scoring/weights.ts';
import { type Choice, choicesMadeUp, choicesOf } from './extraction/choices.ts';
import {
  type Answer,
  answer,
  calibrationsOf,
  type Decisions,
  decideLists,
  learn,
  learnConfidence,
  listOddsOf,
  measure,
  measureChoices,
  rawConfidence,
  thresholdsOf,
} from './extraction/learn-forests.ts';
import { type Question, questionsMadeUp, questionsOf } from './extraction/questions.ts';
import { roundForest } from './learning/boost.ts';

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
const MADE_UP = Number(option('--made-up', '160'));
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
    const { wanted, listed, f1 } = measure(
      answers.filter(({ question }) => question.set === set),
      thresholds,
    );
    say(
      `${title} ${set.padEnd(14)} n ${String(wanted).padStart(4)}  listed ${(100 * listed).toFixed(1).padStart(5)}  F1 ${(100 * f1).toFixed(1).padStart(5)}`,
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
for (const question of questionsMadeUp(MADE_UP)) questions.push(question);
say(`${questions.length} questions, ${seconds()}`);
const without = option('--without', '').split(',').filter(Boolean);
const masked = FEATURES.flatMap((name, at) => (without.some((start) => name.startsWith(start)) ? [at] : []));
if (masked.length) for (const { rows } of questions) for (const row of rows) for (const at of masked) row[at] = 0;

/** Weights whose choices are judged: forests of one part, the thresholds of lists. */
const weightsOf = (forests: Record<string, Forest>, decisions: Decisions, confidence?: Forest): Weights => ({
  version: option('--version', '1'),
  features: [...FEATURES],
  forests: Object.fromEntries(Object.entries(forests).map(([group, forest]) => [group, roundForest(forest)])),
  ...(confidence ? { confidence: roundForest(confidence), choices: [...CHOICE_FEATURES] } : {}),
  ...decisions,
});

/** A way to hold documents back: `by maker` = the maker was never seen, `by document` = it may have been. */
type Holding = {
  name: string;
  key: 'maker' | 'document';
  parts: Map<string, number>;
  forests: Record<string, Forest>[];
  answers: Answer[];
};
const idOf = (set: string, document: string) => `${set}/${document}`;

function holdBack(name: string, key: 'maker' | 'document'): Holding {
  const holding: Holding = { name, key, parts: new Map(), forests: [], answers: [] };
  for (const question of questions) holding.parts.set(idOf(question.set, question.document), partOf(question[key]));
  for (let part = 0; part < PARTS; part++) {
    const forests = learn(
      questions.filter((question) => partOf(question[key]) !== part),
      TREES,
    );
    const held = questions.filter((question) => partOf(question[key]) === part);
    for (const entry of answer(held, forests)) holding.answers.push(entry);
    holding.forests.push(forests);
    say(`${name}, part ${part + 1} of ${PARTS}, ${seconds()}`);
  }
  return holding;
}

const holdings = [holdBack('by maker', 'maker'), holdBack('by document', 'document')];
const [byMaker] = holdings as [Holding, Holding];
const lists = decideLists(byMaker.answers);

// What the engine as it ships would choose, every document with the forests that did not see its maker, and those that did not see it.
const weightsBy = holdings.map(({ forests }) => forests.map((entry) => weightsOf(entry, lists)));
const weightsFor = (set: string) => (document: string) =>
  holdings.flatMap(({ parts }, at) => weightsBy[at]?.[parts.get(idOf(set, document)) ?? -1] ?? []);
const found: Choice[] = [];
for (const set of SETS) for (const choice of await choicesOf(path.join(root, set), weightsFor(set))) found.push(choice);
for (const choice of choicesMadeUp(MADE_UP, weightsFor('made-up'))) found.push(choice);
say(`${found.length} choices, ${seconds()}`);
const all = found.filter(({ group }) => group !== 'list');
const thresholds = { ...lists.thresholds, ...thresholdsOf(all) };
// The second opinion on a part is learned from the other parts' choices, of both ways to hold back.
const opinionsBy = holdings.map(({ parts }) =>
  Array.from({ length: PARTS }, (_, part) => learnConfidence(all.filter(({ set, document }) => parts.get(idOf(set, document)) !== part))),
);
say(`opinions, ${seconds()}`);
const raw = new Map<Choice, number>();
holdings.forEach((holding, at) => {
  for (const [part, forest] of (opinionsBy[at] ?? []).entries()) {
    const mine = all.filter(({ way, set, document }) => way === at && holding.parts.get(idOf(set, document)) === part);
    for (const [choice, score] of rawConfidence(mine, forest)) raw.set(choice, score);
  }
});
const decisions: Decisions = {
  ...lists,
  lists: listOddsOf(found),
  thresholds,
  calibrations: { ...lists.calibrations, ...calibrationsOf(all, raw, thresholds) },
};
say(`thresholds ${JSON.stringify(thresholds)}, literal ${JSON.stringify(decisions.literal)}, lists ${JSON.stringify(decisions.lists)}`);
if (options.includes('--parts'))
  holdings.forEach(({ key, parts, forests }, at) => {
    const folder = path.join(option('--parts', ''), key);
    mkdirSync(folder, { recursive: true });
    for (const [part, entry] of forests.entries()) {
      // few lists are learned from, so those of the part itself would show
      const others = listOddsOf(found.filter(({ set, document }) => parts.get(idOf(set, document)) !== part));
      const weights = weightsOf(entry, { ...decisions, lists: others }, opinionsBy[at]?.[part]);
      writeFileSync(path.join(folder, `part-${part}.json`), JSON.stringify(weights));
    }
    writeFileSync(path.join(folder, 'documents.json'), JSON.stringify(Object.fromEntries(parts)));
  });
for (const [at, holding] of holdings.entries())
  for (const set of [...SETS, 'made-up']) {
    const mine = all.filter((choice) => choice.way === at && choice.set === set);
    const { wanted, f1, area, error } = measureChoices(mine, raw, decisions);
    say(
      `${holding.name.padEnd(11)} ${set.padEnd(14)} n ${String(wanted).padStart(4)}  F1 ${(100 * f1).toFixed(1).padStart(5)}  AUROC ${area.toFixed(3)}  ECE ${(100 * error).toFixed(1)}`,
    );
  }
listErrors(byMaker.answers, thresholds, option('--errors', ''));
if (!options.includes('--dry')) {
  const weights = weightsOf(learn(questions, TREES), decisions, learnConfidence(all));
  const out = option('--out', 'lib/extraction/weights/engine.weights.json');
  writeFileSync(out, JSON.stringify(weights));
  say(`${out}: ${(JSON.stringify(weights).length / 1024).toFixed(0)} KB, ${seconds()}`);
}
if (options.includes('--leave-out')) {
  const places = new Map<string, number>();
  const folder = path.join(option('--parts', ''), 'left');
  if (options.includes('--parts')) mkdirSync(folder, { recursive: true });
  let part = 0;
  for (const left of option('--left', '') ? option('--left', '').split(',') : new Set(SETS.map(family))) {
    const forests = learn(
      questions.filter((question) => family(question.set) !== left),
      TREES,
    );
    const held = questions.filter((question) => family(question.set) === left);
    const unseen = answer(held, forests);
    report('set left out', unseen, thresholds);
    if (options.includes('--errors-left')) listErrors(unseen, thresholds, option('--errors-left', ''));
    if (options.includes('--parts')) {
      const opinion = learnConfidence(all.filter(({ set }) => family(set) !== left));
      writeFileSync(path.join(folder, `part-${part}.json`), JSON.stringify(weightsOf(forests, decisions, opinion)));
      for (const { set, document } of held) places.set(idOf(set, document), part);
      writeFileSync(path.join(folder, 'documents.json'), JSON.stringify(Object.fromEntries(places)));
      part++;
    }
  }
}
