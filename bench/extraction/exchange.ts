// npm run bench:exchange -- SET_FOLDER [SET_FOLDER …] [--limit N] [--alone] [--list N]
// Feeds the truth of a set back as if a deployment of someone else had given it, bare and without confidences: first as it is, then
// with 10 % of the values exchanged for others of the same type on the same pages. Prints how many right values get a flag, and how
// many exchanged ones get none, by the support that the pages and the local engine gave them.  --alone: without the local engine.
import path from 'node:path';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { readJobAnswer } from '#lib/deployment/read-job-answer.ts';
import { groundResult } from '#lib/document/grounding/ground-result.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { extractedFields } from '#lib/document/review/merge-actions.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { extract } from '#lib/extraction/extract.ts';
import { createRandom } from '#training/learning/random.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { loadSchemas, loadTruth } from '#training/sets/load-set.ts';
import { exchangeValues, type Truth } from './support/exchange-values.ts';

const SHARE = 0.1;
/** Times that the values of each document are exchanged anew. */
const ROUNDS = 5;
type Case = {
  draft: SchemaDraft;
  pages: Page[];
  opinion: ExtractionResult | null;
  file: string;
  /** Pointers of what the truth is not sure of; of columns without the row. */
  ignored: ReadonlySet<string>;
};
type Seen = { support: string; flagged: boolean; exchanged: boolean; empty: boolean; what: string };

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const folders = args.filter((arg, index) => !arg.startsWith('--') && !['--limit', '--list'].includes(args[index - 1] ?? ''));
const limit = Number(option('--limit') ?? Number.POSITIVE_INFINITY);
const listed = Number(option('--list') ?? 0);

/** What becomes of each value of one answer. */
function judge(truth: Truth, exchanged: ReadonlySet<string>, { draft, pages, opinion, file, ignored }: Case): Seen[] {
  const raw = {
    id: 'job',
    status: 'completed',
    result: { ...truth.fields, ...(truth.line_items ? { line_items: truth.line_items } : {}) },
  };
  const { result } = readJobAnswer(raw, draft.fields, (field, text) => parseValue(field.type, text, {}, field.enum) ?? undefined);
  const fields = extractedFields(draft, groundResult({ fields: draft.fields, result, pages, opinion }));
  const flags = new Map(findFlags({ schema: { ...draft, rules: [] }, fields }).map(({ pointer, message }) => [pointer, message]));
  const values = Object.values(fields).flatMap((entry) =>
    Array.isArray(entry) ? entry.flatMap((row) => Object.values(row.cells)) : entry,
  );
  const isScored = ({ pointer }: MergedValue) => !ignored.has(pointer.replace(/^\/line_items\/\d+\//, '/line_items/'));
  return values.filter(isScored).map(({ pointer, support = 'none', value }) => ({
    support,
    flagged: flags.has(pointer),
    exchanged: exchanged.has(pointer),
    empty: value === null,
    what: `${file} ${pointer} ${JSON.stringify(value)} ${support} ${flags.get(pointer) ?? ''}`,
  }));
}

const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
function bySupport(seen: readonly Seen[]): string {
  const kinds = [...new Set(seen.map(({ support }) => support))].sort();
  return kinds.map((kind) => `${kind} ${seen.filter(({ support }) => support === kind).length}`).join(', ');
}

for (const folder of folders) {
  const schemas = loadSchemas(folder);
  const random = createRandom(17);
  const right: Seen[][] = [];
  const mixed: Seen[] = [];
  for (const line of loadTruth(folder).slice(0, limit)) {
    const draft = schemas.get(line.schema);
    if (!draft || !line.fields) continue;
    const { pages, ...reading } = await loadReading(path.join(folder, line.file));
    const opinion = args.includes('--alone') ? null : extract({ schema: draft, reading: { ...reading, pages } });
    const truth: Truth = { fields: line.fields, ...(line.line_items ? { line_items: line.line_items } : {}) };
    const ignored = new Set([
      ...(line.ignore ?? []).map((name) => `/${name}`),
      ...(line.line_items_ignore ?? []).map((name) => `/line_items/${name}`),
    ]);
    const of = { draft, pages, opinion, file: line.file, ignored };
    right.push(judge(truth, new Set(), of));
    for (let round = 0; round < ROUNDS; round++) {
      const { given, exchanged } = exchangeValues(truth, draft.fields, pages, SHARE, random);
      mixed.push(...judge(given, exchanged, of));
    }
    process.stderr.write(`\r${path.basename(folder)} ${right.length} `);
  }
  process.stderr.write('\n');
  const all = right.flat();
  const flagged = all.filter(({ flagged: is }) => is);
  const filled = all.filter(({ empty }) => !empty);
  const wrong = mixed.filter(({ exchanged }) => exchanged);
  const missed = wrong.filter(({ flagged: is }) => !is);
  const clean = right.filter((seen) => seen.every(({ flagged: is }) => !is)).length;
  console.log(
    `${path.basename(folder)}: right values flagged ${share(filled.filter(({ flagged: is }) => is).length, filled.length)}, ` +
      `right empty fields flagged ${share(flagged.length - filled.filter(({ flagged: is }) => is).length, all.length - filled.length)}, ` +
      `${(flagged.length / right.length).toFixed(2)} flags a document, ${share(clean, right.length)} documents without any\n` +
      `  right: ${bySupport(filled)}\n  exchanged without a flag ${share(missed.length, wrong.length)}\n  exchanged: ${bySupport(wrong)}; without a flag: ${bySupport(missed)}`,
  );
  for (const { what } of flagged.slice(0, listed)) console.log(`  flagged ${what}`);
  for (const { what } of missed.slice(0, listed)) console.log(`  missed  ${what}`);
}
