// npm run train-labels -- LABELS_FOLDER [--values SET,SET] [--steps N] [--rows N] [--dimension N] [--version TEXT] [--out FILE]
//   [--vectors FILE]  keep the vectors of a model and learn only what is learned on top of them
// Learns the model that compares labels by meaning, deterministically, from a folder of mined labels: concepts with translations,
// fields of data models, fields of forms. One source in eight is kept apart: the comparison is learned from a part of those, and the
// rest says how often the right label is found among its siblings and strangers. What tells labels from values is learned from the
// same labels, from made-up values, and from the texts in the truth of the sets named (folders).
import { readFileSync, writeFileSync } from 'node:fs';
import { compareLabels } from '#lib/extraction/labels/compare-labels.ts';
import { dot, LabelEmbedder } from '#lib/extraction/labels/embed-label.ts';
import { decodeLabelModel, type LabelModelFile } from '#lib/extraction/labels/label-model.ts';
import { isKeptApart } from './labels/is-kept-apart.ts';
import { drawLabelQuestions, learnComparison, measureRetrieval } from './labels/learn-comparison.ts';
import { learnLabelVectors } from './labels/learn-label-vectors.ts';
import { learnLabelness } from './labels/learn-labelness.ts';
import { learnWants } from './labels/learn-wants.ts';
import { loadLabelExamples } from './labels/load-label-examples.ts';
import { loadTruth } from './sets/load-set.ts';

const [folder = '', ...args] = process.argv.slice(2);
const option = (name: string, otherwise: string) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise);
const started = Date.now();
const say = (text: string) => process.stderr.write(`${text}, ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
const SEED = 5;
/** Lists that the comparison is learned from, and those that it is measured on. */
const [LEARNED, MEASURED] = [3000, 2000];

/** The texts in a set's truth that are no numbers or dates. */
function textsOf(set: string): string[] {
  return loadTruth(set).flatMap(({ fields = {} }) =>
    Object.values(fields)
      .flat()
      .flatMap((value) => (typeof value === 'string' && /\p{L}{2}/u.test(value) && value.length < 80 ? [value] : [])),
  );
}

const examples = loadLabelExamples(folder);
say(`${examples.map(({ length }) => length).join(' + ')} examples`);
const given = option('--vectors', '');
const learn = () =>
  learnLabelVectors({
    files: examples.map((list) => list.filter(({ source }) => !isKeptApart(source))),
    rows: Number(option('--rows', '45056')),
    dimension: Number(option('--dimension', '64')),
    steps: Number(option('--steps', '24000')),
    version: option('--version', '1'),
    ...{ seed: SEED, say },
  });
const file = given ? (JSON.parse(readFileSync(given, 'utf8')) as LabelModelFile) : learn();
const model = decodeLabelModel(file);
const embedder = new LabelEmbedder(model);
const apart = examples.map((list) => list.filter(({ source }) => isKeptApart(source)));
const questions = drawLabelQuestions(embedder, apart, LEARNED + MEASURED, SEED);
model.comparison = learnComparison(questions.slice(0, LEARNED));
const measured = questions.slice(LEARNED);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const cosine = measureRetrieval(measured, (asked, printed) => dot(asked.vector, printed.vector));
const compared = measureRetrieval(measured, (asked, printed) => compareLabels(model, asked, printed).score);
say(`by cosine: first ${percent(cosine.first)}, among three ${percent(cosine.three)}`);
say(`compared:  first ${percent(compared.first)}, among three ${percent(compared.three)}`);
const values = option('--values', '').split(',').filter(Boolean).flatMap(textsOf);
const { weights: labelness, accuracy } = learnLabelness(embedder, apart.flat(), values, SEED);
say(`labels told from values: ${percent(accuracy)} of texts not learned from (${values.length} real values)`);
const { weights: wants, accuracy: told } = learnWants(embedder, apart.slice(1).flat(), SEED);
say(`kind of value told by the words of a field: ${percent(told)}`);
const text = JSON.stringify({ ...file, comparison: model.comparison, labelness, wants });
const out = option('--out', 'lib/extraction/weights/labels.weights.json');
writeFileSync(out, text);
say(`${out}: ${(text.length / 1024 / 1024).toFixed(2)} MB`);
