// npm run bench:locate -- SET_FOLDER [SET_FOLDER …] [--limit N] [--errors N] [--alone]
// Feeds the truth of a set back as if a deployment of someone else had given it, bare, and scores where the desk finds each
// value. The sets have no boxes; bench/extraction/support/locate-check.ts says independently where a value stands and whether a word for the
// field stands beside it.  --alone: without the local engine's opinion.
import path from 'node:path';
import type { Evidence, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { readJobAnswer } from '#lib/deployment/read-job-answer.ts';
import { groundResult } from '#lib/document/grounding/ground-result.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { extract } from '#lib/extraction/extract.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { loadSchemas, loadTruth, type TruthLine } from '#training/sets/load-set.ts';
import { findOccurrences, type Occurrence } from './support/locate-check.ts';

type Outcome = 'right' | 'wrong' | 'missed' | 'undecided' | 'not_on_page' | 'claimed';
type Scored = {
  outcome: Outcome;
  what: string /** What taking the first place of the value on the pages would have got. */;
  first: Outcome;
  places: number;
};

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const folders = args.filter((arg, index) => !arg.startsWith('--') && !['--limit', '--errors'].includes(args[index - 1] ?? ''));
const limit = Number(option('--limit') ?? Number.POSITIVE_INFINITY);
const alone = args.includes('--alone');

/** Scores one value by where its words are, one by one: the middle of what was found must lie on an occurrence. */
function judge(found: Evidence | undefined, occurrences: Occurrence[]): Outcome {
  if (occurrences.length === 0) return found ? 'claimed' : 'not_on_page';
  if (!found?.box) return 'missed';
  const labelled = occurrences.filter((occurrence) => occurrence.labelled);
  const hit = (list: Occurrence[]) => list.some((occurrence) => occurrence.page === found.page && overlap(found, occurrence));
  if (occurrences.length === 1) return hit(occurrences) ? 'right' : 'wrong';
  if (labelled.length > 0) return hit(labelled) ? 'right' : 'wrong';
  return hit(occurrences) ? 'undecided' : 'wrong';
}

/** The place that someone who knows nothing of the field would take. */
function firstOf(occurrences: Occurrence[]): Evidence | undefined {
  const first = occurrences[0];
  return first && { page: first.page, box: first.box, text: '' };
}

function overlap(found: Evidence, { box }: Occurrence): boolean {
  const at = found.box;
  if (!at) return false;
  const width = Math.min(at[2], box[2]) - Math.max(at[0], box[0]);
  const height = Math.min(at[3], box[3]) - Math.max(at[1], box[1]);
  if (width <= 0 || height <= 0) return false;
  const smaller = Math.min((at[2] - at[0]) * (at[3] - at[1]), (box[2] - box[0]) * (box[3] - box[1]));
  return width * height > 0.5 * smaller;
}

/** Cells of rows: the occurrence must stand in the row, that is near the line on which most of the row's values stand. */
function judgeRow(
  line: TruthLine,
  index: number,
  cells: { column: RowField; found: Evidence | undefined; occurrences: Occurrence[] }[],
): Scored[] {
  const heights = cells.flatMap(({ occurrences }) =>
    occurrences.length === 1 ? [{ page: occurrences[0]!.page, y: occurrences[0]!.box[1] }] : [],
  );
  const votes = heights.map((height) => ({
    height,
    count: heights.filter((other) => other.page === height.page && Math.abs(other.y - height.y) < 0.01).length,
  }));
  const anchor = votes.sort((a, b) => b.count - a.count)[0]?.height;
  return cells.map(({ column, found, occurrences }) => {
    const what = `${line.file} row ${index + 1} ${column.name}`;
    const first = firstOf(occurrences);
    const places = occurrences.length;
    if (places <= 1) return { outcome: judge(found, occurrences), what, first: judge(first, occurrences), places };
    const inRow = anchor ? occurrences.filter(({ page, box }) => page === anchor.page && Math.abs(box[1] - anchor.y) < 0.012) : [];
    // places in the row count as labelled; without any, nothing tells which one is meant
    const list = occurrences.map((occurrence) => ({ ...occurrence, labelled: inRow.includes(occurrence) }));
    return { outcome: judge(found, list), what, first: judge(first, list), places };
  });
}

async function score(folder: string): Promise<Scored[]> {
  const schemas = loadSchemas(folder);
  const scored: Scored[] = [];
  let done = 0;
  const lines = loadTruth(folder).slice(0, limit);
  for (const line of lines) {
    const draft = schemas.get(line.schema);
    if (!draft) continue;
    const reading = await loadReading(path.join(folder, line.file));
    const raw = { id: 'job', status: 'completed', result: { ...line.fields, ...(line.line_items ? { line_items: line.line_items } : {}) } };
    const { result } = readJobAnswer(raw, draft.fields, (field, text) => parseValue(field.type, text, {}, field.enum) ?? undefined);
    const opinion = alone ? null : extract({ schema: draft, reading });
    const grounded = groundResult({ fields: draft.fields, result, pages: reading.pages, opinion });
    for (const field of draft.fields) {
      const answer = grounded.fields[field.name];
      if (Array.isArray(answer)) {
        answer.forEach((row, index) => {
          const cells = (field.fields ?? []).flatMap((column) => {
            const cell = row[column.name];
            return isScored(cell, line.line_items_ignore, column)
              ? [{ column, found: cell.evidence[0], occurrences: findOccurrences(reading.pages, column.name, column.type, cell.value) }]
              : [];
          });
          scored.push(...judgeRow(line, index, cells));
        });
      } else if (isScored(answer, line.ignore, field)) {
        const occurrences = findOccurrences(reading.pages, field.name, field.type, answer.value);
        scored.push({
          outcome: judge(answer.evidence[0], occurrences),
          first: judge(firstOf(occurrences), occurrences),
          places: occurrences.length,
          what: `${line.file} ${field.name} ${JSON.stringify(answer.value)} at ${answer.evidence[0]?.page ?? '-'} ${answer.evidence[0]?.text ?? ''}`,
        });
      }
    }
    done += 1;
    process.stderr.write(`\r${path.basename(folder)} ${done}/${lines.length} `);
  }
  process.stderr.write('\n');
  return scored;
}

function isScored(answer: ExtractedValue | undefined, ignore: string[] | undefined, field: Field | RowField): answer is ExtractedValue {
  return (
    answer !== undefined &&
    answer.value !== null &&
    answer.value !== '' &&
    typeof answer.value !== 'boolean' &&
    field.type !== 'enum' &&
    !ignore?.includes(field.name)
  );
}

for (const folder of folders) {
  const scored = await score(folder);
  const count = (outcome: Outcome) => scored.filter((entry) => entry.outcome === outcome).length;
  const decided = count('right') + count('wrong') + count('missed');
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  console.log(
    `${path.basename(folder)}: right page and box ${count('right')} of ${decided} (${share(count('right'), decided)}); wrong ${count('wrong')}, missed ${count('missed')}; ` +
      `several places and no label to tell: ${count('undecided')}; stands nowhere by the check: ${count('not_on_page')} said so, ${count('claimed')} found all the same; ` +
      `of all ${scored.length} values ${share(count('right') + count('undecided'), scored.length)} at a place where the value stands`,
  );
  const several = scored.filter(({ outcome, places }) => places > 1 && outcome !== 'undecided');
  const firsts = several.filter(({ first }) => first === 'right').length;
  console.log(
    `  ${several.length} of them stand in several places: ${share(several.filter(({ outcome }) => outcome === 'right').length, several.length)} right; taking the first place would get ${share(firsts, several.length)}`,
  );
  const errors = scored.filter(
    ({ outcome }) => outcome === 'wrong' || outcome === 'missed' || outcome === 'not_on_page' || outcome === 'claimed',
  );
  for (const { outcome, what } of errors.slice(0, Number(option('--errors') ?? 0))) console.log(`  ${outcome}  ${what}`);
}
