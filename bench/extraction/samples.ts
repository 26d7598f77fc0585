// npm run bench:samples [-- WEIGHTS.json]
// Reads the project's own samples, extracts them with their starter schemas, and lists every field that is wrong or in doubt.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import { STARTER_SCHEMAS } from '#lib/desk/schemas/starters/starter-schemas.ts';
import { extract } from '#lib/extraction/extract.ts';
import { equalValue } from '#training/sets/equal-value.ts';
import { loadReading } from '#training/sets/load-reading.ts';

type Sample = { file: string; schema_name: string };
type Truth = Record<string, Record<string, unknown>>;

const DOUBT = 0.95;
const weights = process.argv[2] ? JSON.parse(readFileSync(process.argv[2], 'utf8')) : undefined;
const folder = path.resolve('samples');
const samples = JSON.parse(readFileSync(path.join(folder, 'samples.json'), 'utf8')) as Sample[];
const truths = JSON.parse(readFileSync(path.join(folder, 'truth.json'), 'utf8')) as Truth;

const say = (text: string) => process.stdout.write(`${text}\n`);

function isRight(type: string, truth: unknown, value: unknown): boolean {
  if (truth === undefined || truth === null) return value === null;
  if (Array.isArray(truth) && Array.isArray(value))
    return truth.length === value.length && truth.every((entry, at) => equalValue('string', entry, value[at]));
  return equalValue(type, truth, value);
}

let wrong = 0;
let doubted = 0;
let count = 0;
for (const { file, schema_name } of samples) {
  const schema = STARTER_SCHEMAS.find(({ name }) => name === schema_name);
  if (!schema) continue;
  const reading = await loadReading(path.join(folder, file));
  const { fields, duration_ms } = extract({ schema, reading, weights });
  say(`== ${file} (${duration_ms} ms)`);
  for (const field of schema.fields) {
    const answer = fields[field.name];
    const truth = truths[file]?.[field.name];
    if (truth === undefined) continue;
    if (Array.isArray(answer)) {
      const rows = (truth ?? []) as Record<string, unknown>[];
      const cells = (answer as ExtractedRow[]).flatMap((row, at) =>
        Object.entries(row).flatMap(([name, cell]) => {
          const type = field.fields?.find((column) => column.name === name)?.type ?? 'string';
          if (isRight(type, rows[at]?.[name], cell.value)) return [];
          return [`${at}.${name}: ${JSON.stringify(cell.value)} wanted ${JSON.stringify(rows[at]?.[name])}`];
        }),
      );
      const low = (answer as ExtractedRow[]).flatMap((row) => Object.values(row).map((cell) => cell.confidence));
      say(`   ${field.name}: ${answer.length} rows of ${rows.length}, least confidence ${Math.min(1, ...low).toFixed(2)}`);
      for (const cell of cells.slice(0, 12)) say(`      ${cell}`);
      continue;
    }
    const { value, confidence, reason } = answer as ExtractedValue;
    const right = isRight(field.type, truth, value);
    count++;
    if (!right) wrong++;
    else if (confidence < DOUBT && value !== null) doubted++;
    if (right && (confidence >= DOUBT || value === null)) continue;
    say(
      `   ${right ? 'doubt' : 'WRONG'} ${field.name}: ${JSON.stringify(value)} ${confidence.toFixed(2)}${right ? '' : ` wanted ${JSON.stringify(truth ?? null)}`} (${reason ?? ''})`,
    );
  }
}
say(`${count} fields: ${wrong} wrong, ${doubted} right in doubt`);
