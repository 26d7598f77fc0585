// npm run bench:classify -- SET_FOLDER OUT.jsonl [--examples N [--other-origin]]
//   --examples N     N other documents of each class are given as examples
//   --other-origin   examples come from other folders than the document
// Says of each document of a set (or each stack, when the truth has segments) what the classes of its schema make of it: how many
// are right, how well the confidence tells right from wrong (AUROC), and what becomes of a document whose class is taken away from
// the classes: it should be none of them, and never surely another.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Profile, profileOf } from '#lib/extraction/classes/profile.ts';
import { classify } from '#lib/extraction/classify.ts';
import { split } from '#lib/extraction/split.ts';
import { loadReading } from '#training/sets/load-reading.ts';

type Truth = { file: string; schema: string; doc_class?: string; segments?: unknown };

const [folder = '', out = '', ...options] = process.argv.slice(2);
const count = options.includes('--examples') ? Number(options[options.indexOf('--examples') + 1]) : 0;
const lines = readFileSync(path.join(folder, 'truth.jsonl'), 'utf8').split('\n').filter(Boolean);
const set = lines.map((line) => JSON.parse(line) as Truth);
const classesOf = (schema: string) => {
  const { classes } = JSON.parse(readFileSync(path.join(folder, `schema-${schema}.json`), 'utf8')) as {
    classes: { name: string; description: string }[];
  };
  return classes.map((one) => ({ ...one, keywords: [], examples: [] }));
};
const originOf = (file: string) => path.dirname(file);
const profiles = new Map<string, Profile>();
if (count > 0) for (const { file } of set) profiles.set(file, profileOf(await loadReading(path.join(folder, file))));
/** Examples that change from document to document, the same in every run. */
function examplesFor(file: string, names: string[]): Map<string, Profile[]> {
  const order = (other: string) => createHash('sha256').update(`${file} ${other}`).digest('hex');
  const others = set
    .filter((one) => one.file !== file && !(options.includes('--other-origin') && originOf(one.file) === originOf(file)))
    .map((one) => ({ ...one, order: order(one.file) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  return new Map(
    names.map((name) => [
      name,
      others
        .filter((one) => one.doc_class === name)
        .slice(0, count)
        .map((one) => profiles.get(one.file)!),
    ]),
  );
}

/** Confidence from which on nobody is asked. */
const SURE = 0.7;
const told: { isRight: boolean; confidence: number }[] = [];
/** Of each document whose class was taken away. */
const leftOut: ReturnType<typeof classify>[] = [];

/** Probability that a right answer has more confidence than a wrong one. */
function aurocOf(given: typeof told): number {
  const [right, wrong] = [true, false].map((isRight) => given.filter((one) => one.isRight === isRight));
  let wins = 0;
  for (const a of right!) for (const b of wrong!) wins += a.confidence > b.confidence ? 1 : a.confidence === b.confidence ? 0.5 : 0;
  return wins / (right!.length * wrong!.length);
}

const times: number[] = [];
const answers: string[] = [];
/** Of each document of several pages: true when no sure boundary was seen in it. */
const whole: boolean[] = [];
for (const { file, schema, doc_class, segments } of set) {
  const reading = await loadReading(path.join(folder, file));
  const classes = classesOf(schema);
  const started = performance.now();
  if (segments) {
    const found = split(reading);
    answers.push(
      JSON.stringify({
        file,
        segments: found.segments.map(({ first_page, last_page }) => {
          const pages = Array.from({ length: last_page - first_page + 1 }, (_, index) => first_page + index);
          const part = { ...reading, pages: reading.pages.slice(first_page - 1, last_page) };
          return { pages, doc_class: classify(part, { classes }).class };
        }),
      }),
    );
  } else {
    const examples = examplesFor(
      file,
      classes.map(({ name }) => name),
    );
    const found = classify(reading, { classes, examples });
    if (reading.pages.length > 1) whole.push(split(reading).segments.filter(({ proposed }) => !proposed).length === 1);
    answers.push(JSON.stringify({ file, doc_class: found.class ?? '(none)', confidence: found.confidence, fields: {} }));
    told.push({ isRight: (found.class ?? '(none)') === doc_class, confidence: found.confidence });
    const others = new Map([...examples].filter(([name]) => name !== doc_class));
    leftOut.push(classify(reading, { classes: classes.filter(({ name }) => name !== doc_class), examples: others }));
  }
  times.push(performance.now() - started);
}
writeFileSync(out, `${answers.join('\n')}\n`);
times.sort((a, b) => a - b);
if (told.length > 0) {
  const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
  const right = told.filter(({ isRight }) => isRight).length;
  const none = leftOut.filter((found) => found.class === null).length;
  const sure = leftOut.filter((found) => found.class !== null && found.confidence >= SURE).length;
  process.stderr.write(
    `${percent(right, told.length)} of ${told.length} right, AUROC of the confidence ${aurocOf(told).toFixed(3)}\n` +
      `without its own class: ${percent(none, leftOut.length)} none of these, ${percent(leftOut.length - none - sure, leftOut.length)} another but unsure, ${percent(sure, leftOut.length)} surely another (${SURE})\n`,
  );
}
if (whole.length > 0)
  process.stderr.write(`${whole.filter((kept) => !kept).length} of ${whole.length} documents of several pages would be cut\n`);
process.stderr.write(`${set.length} documents; median ${times[times.length >> 1]?.toFixed(1)} ms\n`);
