// npm run bench:invented [-- --errors] [--only KIND] [--weights FILE]: prints the invented documents of `invented/` (20 kinds that the
// engine was not trained on, two makers each) with Chromium, reads and extracts them, and says how many values come out right. A value that
// is wrong counts against precision and recall, as does one given where the document has none against precision.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { extract } from '#lib/extraction/extract.ts';
import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { isTrue } from '#training/sets/is-true.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { loadSchemas, loadTruth, type TruthLine } from '#training/sets/load-set.ts';
import { launchBrowser } from '../product/launch-browser.ts';

type Count = { right: number; given: number; printed: number };

const SOURCE = path.resolve('bench/extraction/invented');
const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const weightsFile = option('--weights');
const weights = weightsFile ? (JSON.parse(readFileSync(weightsFile, 'utf8')) as Weights) : undefined;
const only = option('--only');

/** Prints the set into a folder, in the form that `loadTruth` and `loadSchemas` read. */
async function printSet(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'documents'));
  copyFileSync(path.join(SOURCE, 'truth.jsonl'), path.join(folder, 'truth.jsonl'));
  for (const file of readdirSync(path.join(SOURCE, 'schemas')))
    copyFileSync(path.join(SOURCE, 'schemas', file), path.join(folder, `schema-${file}`));
  const browser = await launchBrowser();
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const file of readdirSync(path.join(SOURCE, 'documents'))) {
    await page.goto(pathToFileURL(path.join(SOURCE, 'documents', file)).href);
    const out = path.join(folder, 'documents', file.replace(/\.html$/, '.pdf'));
    await page.pdf({ path: out, preferCSSPageSize: true, printBackground: true });
  }
  await browser.close();
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** True for the same value, or of a list the same entries in any order. */
function isRight(line: TruthLine, name: string, type: string, value: ExtractedValue['value']): boolean {
  const truth = line.fields?.[name];
  if (!Array.isArray(value) || !Array.isArray(truth)) return isTrue(line, name, type, value);
  const same = (list: unknown[]) => list.map(String).sort().join('\n');
  return [truth, ...(line.accept?.[name] ?? [])].some((one) => Array.isArray(one) && same(one) === same(value));
}

const share = (part: number, whole: number) => (whole ? ((100 * part) / whole).toFixed(1) : '–').padStart(6);

function say(name: string, { right, given, printed }: Count): void {
  const f1 = share(2 * right, given + printed);
  console.log(`${name.padEnd(28)} values ${String(printed).padStart(4)}  P ${share(right, given)}  R ${share(right, printed)}  F1 ${f1}`);
}

const folder = mkdtempSync(path.join(tmpdir(), 'invented-'));
try {
  await printSet(folder);
  const schemas = loadSchemas(folder);
  const counts = new Map<string, Count>();
  const all: Count = { right: 0, given: 0, printed: 0 };
  for (const line of loadTruth(folder)) {
    const schema = schemas.get(line.schema);
    if (!schema || (only && line.schema !== only)) continue;
    const { fields } = extract({ schema, reading: await loadReading(path.join(folder, line.file)), weights });
    const count = counts.get(line.schema) ?? { right: 0, given: 0, printed: 0 };
    counts.set(line.schema, count);
    for (const { name, type } of schema.fields) {
      const answer = fields[name];
      if (!answer || (Array.isArray(answer) && type === 'rows')) continue;
      const { value, confidence } = answer as ExtractedValue;
      const truth = line.fields?.[name];
      const right = !isEmpty(value) && isRight(line, name, type, value);
      for (const one of [count, all]) {
        one.right += Number(right);
        one.given += Number(!isEmpty(value));
        one.printed += Number(!isEmpty(truth));
      }
      if (args.includes('--errors') && !right && !(isEmpty(value) && isEmpty(truth)))
        console.log(`  ${line.file} ${name}: ${JSON.stringify(value)} (${confidence.toFixed(2)}) instead of ${JSON.stringify(truth)}`);
    }
  }
  for (const [kind, count] of counts) say(kind, count);
  say('all', all);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
