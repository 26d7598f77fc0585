// npm run bench:teach -- SET_FOLDER OUT.jsonl [--parts FOLDER/issuer] [--wrong PERCENT] [--memory-weights FILE] [--strange] [--plain FILE] [--seed N]
//   [--parts FOLDER/issuer]  weights kept by `train --parts FOLDER`: the engine did not see the issuer of a document
//   [--wrong PERCENT]        so many approvals in a hundred have one wrong value, and two columns of each table exchanged
//   [--strange]              tables have headings whose words nobody knows, the same for the same words
//   [--plain FILE]           predictions without memory, too
//   [--seed N]               other approvals are wrong
// A stream of approvals: documents in the order of the set, each predicted first, by what was approved before it, and then approved
// with its truth. One line of predictions each, with `seen`: how many approved documents of its layout memory knew.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import { extract } from '#lib/extraction/extract.ts';
import { learnLesson } from '#lib/extraction/learn-lesson.ts';
import { findAlike, LAYOUT_LIKENESS } from '#lib/extraction/memory/find-alike.ts';
import type { ApprovedFields, ApprovedValue } from '#lib/extraction/memory/lesson.ts';
import type { MemoryWeights } from '#lib/extraction/memory/memory-weights.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import { recordOutcomes } from '#lib/extraction/memory/track-record.ts';
import { warmExtraction } from '#lib/service/engine/warm-extraction.ts';
import { createRandom } from '#training/learning/random.ts';
import { approveTruth } from '#training/sets/approve-truth.ts';
import { isTrue } from '#training/sets/is-true.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { loadSchemas, loadTruth, type TruthLine } from '#training/sets/load-set.ts';
import { weightsOfParts } from '#training/sets/weights-of-parts.ts';
import { type Prediction, predictionOf } from './support/prediction.ts';
import { strangeHeadings } from './support/strange-headings.ts';

const [set, out, ...options] = process.argv.slice(2);
const option = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);

type Approved = { id: string; schema: string; sketch: Uint32Array; lesson: Lesson };

/** Puts one wrong value into what was approved: what the engine ranked behind its answer, or nothing; and exchanges two columns of tables. */
function spoil(approved: ApprovedFields, result: ExtractionResult, random: () => number): ApprovedFields {
  const names = Object.keys(approved).filter((name) => !Array.isArray(result.fields[name]));
  const name = names[Math.floor(random() * names.length)];
  const spoiled = Object.fromEntries(
    Object.entries(approved).map(([field, given]) => [field, Array.isArray(given) ? exchangeColumns(given, random) : given]),
  );
  if (name === undefined) return spoiled;
  const { candidates } = result.fields[name] as ExtractedValue;
  return { ...spoiled, [name]: { value: candidates[0]?.value ?? null } };
}

function exchangeColumns(rows: readonly Record<string, ApprovedValue>[], random: () => number): Record<string, ApprovedValue>[] {
  const figures = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => typeof row[name]?.value === 'number'));
  const [one] = figures.splice(Math.floor(random() * figures.length), 1);
  const [other] = figures.splice(Math.floor(random() * figures.length), 1);
  const nothing: ApprovedValue = { value: null };
  return rows.map((row) => (one && other ? { ...row, [one]: row[other] ?? nothing, [other]: row[one] ?? nothing } : row));
}

/** How many fields of the documents with so many seen were right, and how many there were. */
type Curve = Map<number, [right: number, all: number]>;

function count(curve: Curve, seen: number, line: TruthLine, schema: SchemaDraft, result: ExtractionResult): void {
  const entry = curve.get(seen) ?? [0, 0];
  curve.set(seen, entry);
  for (const { name, type } of schema.fields) {
    if (type === 'rows' || type === 'list' || line.ignore?.includes(name) || !Object.hasOwn(line.fields ?? {}, name)) continue;
    entry[1]++;
    if (isTrue(line, name, type, (result.fields[name] as ExtractedValue).value)) entry[0]++;
  }
}

async function measure(folder: string, target: string): Promise<void> {
  const parts = option('--parts');
  const weightsFor = parts ? weightsOfParts(parts, folder) : () => undefined;
  const file = option('--memory-weights');
  const memoryWeights = file ? (JSON.parse(readFileSync(file, 'utf8')) as MemoryWeights) : undefined;
  const wrong = Number(option('--wrong') ?? '0') / 100;
  const random = createRandom(Number(option('--seed') ?? '11'));
  const schemas = loadSchemas(folder);
  const approved: Approved[] = [];
  const predictions: Prediction[] = [];
  const without: Prediction[] = [];
  const lessons: number[] = [];
  let spoilt = 0;
  const curve: Curve = new Map();
  const times: number[] = [];
  warmExtraction();
  for (const line of loadTruth(folder)) {
    const schema = schemas.get(line.schema);
    if (!schema) continue;
    const given = await loadReading(path.join(folder, line.file));
    const weights = weightsFor(line.file);
    const reading = options.includes('--strange') ? strangeHeadings(given, extract({ schema, reading: given, weights })) : given;
    const sketch = sketchReading(reading);
    const alike = findAlike(
      sketch,
      approved.filter((one) => one.schema === line.schema),
    );
    const memory = alike.flatMap(({ id, likeness }) =>
      approved.filter((one) => one.id === id).map(({ lesson }) => ({ id, likeness, lesson })),
    );
    const seen = alike.filter(({ likeness }) => likeness >= LAYOUT_LIKENESS).length;
    const records = recordOutcomes(
      approved.filter((one) => one.schema === line.schema).map(({ lesson }) => lesson.fields),
      schema.fields,
    );
    const plain = extract({ schema, reading, weights });
    const result = extract({ schema, reading, weights, memory, records, memoryWeights });
    times.push((result.duration_ms ?? 0) - (plain.duration_ms ?? 0));
    without.push(predictionOf(line.file, reading, plain, false));
    predictions.push({ ...predictionOf(line.file, reading, result, false), seen });
    count(curve, seen, line, schema, result);
    const truth = approveTruth(line, schema);
    const isWrong = random() < wrong;
    if (isWrong) spoilt++;
    const told = isWrong ? spoil(truth, result, random) : truth;
    const started = performance.now();
    approved.push({ id: line.file, schema: line.schema, sketch, lesson: learnLesson({ schema, reading, approved: told, weights }) });
    lessons.push(performance.now() - started);
    process.stderr.write(`\r${predictions.length} `);
  }
  const write = (to: string, lines: readonly Prediction[]) => writeFileSync(to, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  write(target, predictions);
  const bare = option('--plain');
  if (bare) write(bare, without);
  for (const [seen, [right, all]] of [...curve].sort(([a], [b]) => a - b))
    process.stderr.write(`\nseen ${seen}: ${right} of ${all} fields right, ${((100 * right) / all).toFixed(1)} %`);
  process.stderr.write(`\n${spoilt} of ${predictions.length} approvals were wrong`);
  const medianOf = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  process.stderr.write(`\nproposals: ${medianOf(times).toFixed(1)} ms a document, lessons: ${medianOf(lessons).toFixed(1)} ms (medians)\n`);
}

if (set && out) await measure(set, out);
else {
  process.stderr.write('Usage: npm run bench:teach -- SET_FOLDER OUT.jsonl [--parts FOLDER/issuer] [--wrong PERCENT]\n');
  process.exitCode = 2;
}
