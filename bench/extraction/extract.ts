// npm run bench:extract -- SET_FOLDER OUT.jsonl [--fresh] [--limit N] [--weights FILE]
//   [--parts FOLDER/issuer]    weights kept by `train --parts FOLDER`: measured with weights that did not see the issuer of a document
//   [--parts FOLDER/document]  likewise, that did not see the document itself
// Reads and extracts every document of a set in two processes; one line of predictions each.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extract } from '#lib/extraction/extract.ts';
import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { warmExtraction } from '#lib/service/engine/warm-extraction.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { loadSchemas, loadTruth } from '#training/sets/load-set.ts';
import { weightsOfParts } from '#training/sets/weights-of-parts.ts';
import { type Prediction, predictionOf } from './support/prediction.ts';

const PROCESSES = 2;
const [folder, out, ...options] = process.argv.slice(2);
const option = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);

const readWeights = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Weights;

async function serve(set: string): Promise<void> {
  const schemas = loadSchemas(set);
  const file = option('--weights');
  const given = file ? readWeights(file) : undefined;
  const parts = option('--parts');
  const weightsOf = parts ? weightsOfParts(parts, set) : () => undefined;
  const weightsFor = (document: string): Weights | undefined => weightsOf(document) ?? given;
  // As the service's children do before the first document comes: times are those of a running service.
  warmExtraction();
  process.on('message', (task: { file: string; schema: string }) => {
    void (async () => {
      let prediction: Prediction;
      try {
        const reading = await loadReading(path.join(set, task.file), options.includes('--fresh'));
        const schema = schemas.get(task.schema);
        const weights = weightsFor(task.file);
        const before = process.cpuUsage();
        const result = schema ? extract({ schema, reading, weights }) : null;
        const { user, system } = process.cpuUsage(before);
        prediction = { ...predictionOf(task.file, reading, result, !schema), cpu_ms: (user + system) / 1000 };
      } catch (error) {
        prediction = { file: task.file, fields: {}, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      }
      process.send?.(prediction);
    })();
  });
}

async function measure(set: string, target: string): Promise<void> {
  const tasks = loadTruth(set)
    .map(({ file, schema }) => ({ file, schema }))
    .slice(0, Number(option('--limit') ?? Number.POSITIVE_INFINITY));
  const predictions = new Map<string, Prediction>();
  const queue = [...tasks];
  const work = (child: ChildProcess): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = () => {
        const task = queue.shift();
        if (task) child.send(task);
        else {
          child.removeAllListeners('exit');
          child.kill();
          resolve();
        }
      };
      child.on('message', (prediction: Prediction) => {
        predictions.set(prediction.file, prediction);
        if (typeof prediction.problem === 'string') process.stderr.write(`\n${prediction.file}: ${prediction.problem}\n`);
        process.stderr.write(`\r${predictions.size}/${tasks.length} `);
        next();
      });
      child.on('exit', (code) => reject(new Error(`A process of the measurement ended with code ${code}.`)));
      next();
    });
  const children = Array.from({ length: Math.min(PROCESSES, tasks.length) }, () =>
    fork(process.argv[1] ?? '', process.argv.slice(2), { env: { ...process.env, BENCH_CHILD: '1' } }),
  );
  await Promise.all(children.map(work));
  writeFileSync(target, tasks.map((task) => `${JSON.stringify(predictions.get(task.file))}\n`).join(''));
  const perPage = (name: 'ms' | 'cpu_ms') => {
    const timed = [...predictions.values()].filter((prediction) => typeof prediction[name] === 'number');
    const times = timed.map((prediction) => Number(prediction[name]) / Math.max(1, Number(prediction.page_count))).sort((a, b) => a - b);
    return times[Math.floor(times.length / 2)]?.toFixed(1) ?? '–';
  };
  process.stderr.write(
    `\n${tasks.length} documents; extraction ${perPage('ms')} ms a page, ${perPage('cpu_ms')} ms of processor time (medians)\n`,
  );
}

if (!folder || !out) {
  process.stderr.write('Usage: npm run bench:extract -- SET_FOLDER OUT.jsonl [--fresh] [--limit N] [--weights FILE]\n');
  process.exitCode = 2;
} else if (process.env.BENCH_CHILD) await serve(folder);
else await measure(folder, out);
