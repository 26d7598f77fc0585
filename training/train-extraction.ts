// npm run train -- SETS_FOLDER [--sets a,b,c] [--synthetic N] [--trees N] [--version TEXT] [--dry] [--out FILE]
//   [--mined N --labels FOLDER]  also from so many documents made of the mined labels in a folder
//   [--without A,B]     without features whose names begin so
//   [--keep FILE]       keep the trees, thresholds and confidence of these weights; only the chance of absence is learned anew
//   [--errors SET]      list what went wrong in a set held out by issuer
//   [--leave-out]       also measure each family of sets with weights that saw none of it; [--left a,b] only these families
//   [--errors-left SET] list what went wrong in a set left out so
//   [--parts FOLDER]    keep the weights of the parts for `bench:extract --parts FOLDER/issuer` (or `FOLDER/document`,
//                       `FOLDER/kind`, and with --leave-out `FOLDER/left`), which measures every document with weights that did
//                       not see its issuer (or the document itself, or any of its kind)
// Learns the weights of the extraction engine, deterministically, from the sets named and from synthetic documents. SETS_FOLDER
// may hold no set at all. Prints scores of documents that were not trained on: five parts by issuer, five by document,
// and five by kind. Thresholds and confidence are learned from the choices of all parts.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FEATURES } from '#lib/extraction/scoring/feature-names.ts';
import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { leaveOut, partsOfKinds } from './extraction/leave-out.ts';
import { type MadeDocuments, madeDocuments } from './extraction/made-documents.ts';
import { type Question, questionsOf, SYNTHETIC_SET, syntheticQuestions } from './extraction/questions.ts';
import { describeAnswers, describeErrors, describeHoldOuts } from './extraction/report.ts';
import { saveHoldOuts, saveParts } from './extraction/save-parts.ts';
import { learnDecisions, learnWeights, type TrainingOptions } from './extraction/train-extraction.ts';
import { minedDocuments } from './mined/mined-documents.ts';

const [root = '', ...args] = process.argv.slice(2);
const option = (name: string, otherwise: string) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise);
const list = (text: string) => text.split(',').filter(Boolean);
const started = Date.now();
const say = (text: string) => process.stderr.write(`${text}, ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
const show = (lines: readonly string[]) => process.stderr.write(lines.map((line) => `${line}\n`).join(''));

/** The sets named, or every folder that has a truth. */
function findSets(): string[] {
  const named = list(option('--sets', ''));
  if (named.length > 0) return named;
  return readdirSync(root)
    .filter((name) => existsSync(path.join(root, name, 'truth.jsonl')))
    .sort();
}

async function loadQuestions(folders: readonly string[], made: MadeDocuments): Promise<Question[]> {
  const questions: Question[] = [];
  for (const folder of folders) {
    const found = await questionsOf(folder);
    for (const question of found) questions.push(question);
    say(`${path.basename(folder)}: ${found.length} questions`);
  }
  for (const question of syntheticQuestions(made)) questions.push(question);
  say(`${questions.length} questions`);
  const without = list(option('--without', ''));
  const masked = FEATURES.flatMap((name, at) => (without.some((start) => name.startsWith(start)) ? [at] : []));
  if (masked.length) for (const { rows } of questions) for (const row of rows) for (const at of masked) row[at] = 0;
  return questions;
}

const sets = findSets();
const folders = sets.map((set) => path.join(root, set));
const mined = Number(option('--mined', '0'));
const made = madeDocuments(Number(option('--synthetic', '160')), mined, mined > 0 ? minedDocuments(option('--labels', '')) : undefined);
const options: TrainingOptions = {
  questions: await loadQuestions(folders, made),
  ...{ folders, made, say },
  trees: Number(option('--trees', '160')),
  version: option('--version', '1'),
};
const results = await learnDecisions(options);
const { thresholds, exactLabel, lists } = results.decisions;
show([`thresholds ${JSON.stringify(thresholds)}, exactLabel ${JSON.stringify(exactLabel)}, lists ${JSON.stringify(lists)}`]);
const parts = option('--parts', '');
if (parts) saveHoldOuts(parts, options.version, results);
show(describeHoldOuts(results, [...sets, SYNTHETIC_SET]));
show(describeErrors(results.holdOuts[0]?.answers ?? [], thresholds, option('--errors', '')));
if (!args.includes('--dry')) {
  const keep = option('--keep', '');
  const weights = keep
    ? { ...(JSON.parse(readFileSync(keep, 'utf8')) as Weights), absence: results.decisions.absence }
    : learnWeights(options, results);
  const text = JSON.stringify(weights);
  const out = option('--out', 'lib/extraction/weights/engine.weights.json');
  writeFileSync(out, text);
  say(`${out}: ${(text.length / 1024).toFixed(0)} KB`);
}
if (args.includes('--leave-out')) {
  const named = list(option('--left', ''));
  const kinds = new Set(options.questions.map(({ kind }) => kind));
  kinds.delete(SYNTHETIC_SET);
  const isNamed = (kind: string) => named.length === 0 || named.some((name) => kind === name || kind.startsWith(`${name}/`));
  const left = [...kinds].filter(isNamed).map((kind) => {
    const out = leaveOut(kind, options, results, parts !== '');
    show(describeAnswers('set left out', out.answers, thresholds));
    show(describeErrors(out.answers, thresholds, option('--errors-left', '')));
    return out;
  });
  if (parts)
    saveParts(
      path.join(parts, 'left'),
      left.flatMap(({ weights }) => weights ?? []),
      partsOfKinds(left),
    );
}
