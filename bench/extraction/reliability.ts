// npm run bench:reliability -- OUT.svg SET_FOLDER=PREDICTIONS.jsonl [SET_FOLDER=PREDICTIONS.jsonl …]
// How far the confidence of predicted values can be trusted, by set and in all: share right, area under the curve of right
// against wrong, expected calibration error (ten bins; in brackets what it would be by chance alone were every confidence true, as
// few values scatter), distinct levels, share of values that can be passed at 99 % right.
// Draws a reliability diagram of all values as a picture.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { auroc, calibrationError } from '#training/learning/metrics.ts';
import { createRandom } from '#training/learning/random.ts';
import { equalValue } from '#training/sets/equal-value.ts';
import { loadSchemas, loadTruth } from '#training/sets/load-set.ts';

type Judged = { confidence: number; right: boolean };
type Line = { file: string; fields: Record<string, unknown>; confidence: Record<string, number> };

const BINS = 10;
/** Times that outcomes are drawn from the confidences. */
const DRAWS = 200;
const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

/** True when a predicted value is what the truth has, or one of the spellings it accepts; lists entry by entry. */
function isRight(type: string, truth: unknown, value: unknown, accept: unknown[]): boolean {
  if (type === 'boolean') return truth === value;
  if (type !== 'list') return [truth, ...accept].some((entry) => equalValue(type, entry, value));
  const wanted = Array.isArray(truth) ? [...truth] : [];
  const given = Array.isArray(value) ? value : [value];
  for (const entry of given) {
    const at = wanted.findIndex((other) => equalValue('string', other, entry));
    if (at < 0) return false;
    wanted.splice(at, 1);
  }
  return wanted.length === 0;
}

function judge(folder: string, file: string): Judged[] {
  const schemas = loadSchemas(folder);
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const predictions = new Map(lines.map((text) => JSON.parse(text) as Line).map((line) => [line.file, line]));
  return loadTruth(folder).flatMap((truth) => {
    const prediction = predictions.get(truth.file);
    return (schemas.get(truth.schema)?.fields ?? []).flatMap(({ name, type }): Judged[] => {
      const confidence = prediction?.confidence?.[name];
      const value = prediction?.fields[name];
      if (type === 'rows' || confidence === undefined || isEmpty(value) || !truth.fields || !(name in truth.fields)) return [];
      if (truth.ignore?.includes(name)) return [];
      return [{ confidence, right: isRight(type, truth.fields[name], value, truth.accept?.[name] ?? []) }];
    });
  });
}

function binsOf(judged: readonly Judged[]): { count: number; right: number; confidence: number }[] {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, right: 0, confidence: 0 }));
  for (const { confidence, right } of judged) {
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (!bin) continue;
    bin.count++;
    bin.right += right ? 1 : 0;
    bin.confidence += confidence;
  }
  return bins;
}

/** Largest share of values, surest first, of which at least 99 of 100 are right. */
function coverage(judged: readonly Judged[]): number {
  const sorted = [...judged].sort((a, b) => b.confidence - a.confidence);
  let wrong = 0;
  let best = 0;
  sorted.forEach(({ right, confidence }, at) => {
    if (!right) wrong++;
    const isLevelEnd = sorted[at + 1]?.confidence !== confidence;
    if (isLevelEnd && wrong <= 0.01 * (at + 1)) best = at + 1;
  });
  return best / Math.max(1, sorted.length);
}

/** The calibration error that confidences would show on average if each were the true chance of its value. */
function errorByChance(judged: readonly Judged[]): number {
  const random = createRandom(3);
  let sum = 0;
  for (let draw = 0; draw < DRAWS; draw++)
    sum += calibrationError(judged.map(({ confidence }) => ({ confidence, right: random() < confidence })));
  return sum / DRAWS;
}

function report(name: string, judged: readonly Judged[]): string {
  const error = calibrationError(judged);
  const right = judged.filter((entry) => entry.right).length / Math.max(1, judged.length);
  const levels = new Set(judged.map(({ confidence }) => confidence.toFixed(3))).size;
  const share = (value: number) => (100 * value).toFixed(1).padStart(5);
  const area = auroc([...judged]);
  return `${name.padEnd(16)} ${String(judged.length).padStart(5)}  right ${share(right)}  AUROC ${area.toFixed(3)}  ECE ${share(error)} (${share(errorByChance(judged)).trim()})  levels ${String(levels).padStart(4)}  at 99 % right ${share(coverage(judged))}`;
}

/** The diagram: dots as large as their bin, on the line when the confidence says what is right. */
function draw(judged: readonly Judged[]): string {
  const [size, margin] = [360, 48];
  const x = (value: number) => margin + value * size;
  const y = (value: number) => margin / 2 + (1 - value) * size;
  const most = Math.max(1, ...binsOf(judged).map(({ count }) => count));
  const dots = binsOf(judged).flatMap(({ count, right, confidence }) =>
    count
      ? [
          `<circle cx="${x(confidence / count).toFixed(1)}" cy="${y(right / count).toFixed(1)}" r="${(3 + 11 * Math.sqrt(count / most)).toFixed(1)}" fill="#2f6f5e" fill-opacity=".75"/>`,
          `<text x="${(x(confidence / count) + 4).toFixed(1)}" y="${(y(right / count) + 24).toFixed(1)}" font-size="10" fill="#555">${count}</text>`,
        ]
      : [],
  );
  const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
    `<text x="${x(value)}" y="${y(0) + 16}" text-anchor="middle">${value}</text>`,
    `<text x="${margin - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size + 1.5 * margin}" height="${size + 1.6 * margin}" font-family="sans-serif" font-size="11" fill="#222">`,
    '<title>Reliability: how often values of each confidence were right</title>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<rect x="${x(0)}" y="${y(1)}" width="${size}" height="${size}" fill="none" stroke="#999"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#999" stroke-dasharray="4 4"/>`,
    ...marks,
    ...dots,
    `<text x="${x(0.5)}" y="${y(0) + 34}" text-anchor="middle">confidence (numbers: values in the bin)</text>`,
    `<text transform="translate(12 ${y(0.5)}) rotate(-90)" text-anchor="middle">share right</text>`,
    '</svg>',
  ].join('\n');
}

const [out, ...pairs] = process.argv.slice(2);
if (!out || !pairs.length) {
  process.stderr.write('Usage: npm run bench:reliability -- OUT.svg SET_FOLDER=PREDICTIONS.jsonl …\n');
  process.exitCode = 2;
} else {
  const all: Judged[] = [];
  for (const pair of pairs) {
    const [folder = '', file = ''] = pair.split('=');
    const judged = judge(folder, file);
    all.push(...judged);
    process.stdout.write(`${report(path.basename(folder), judged)}\n`);
  }
  process.stdout.write(`${report('all', all)}\n`);
  writeFileSync(out, `${draw(all)}\n`);
}
