import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import { STARTER_SCHEMAS } from '#lib/desk/schemas/starters/starter-schemas.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { readFile } from '#lib/reading/read-file.ts';
import { extract } from './extract.ts';

type Sample = { file: string; schema_name: string };
type Truth = Record<string, Record<string, unknown>>;

const folder = path.join(process.cwd(), 'samples');
const load = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
const samples = load('samples.json') as Sample[];
const truths = load('truth.json') as Truth;

/** Texts by letters and digits, everything else as it is. */
const keyOf = (value: unknown): unknown =>
  typeof value === 'string' ? textKey(value) : Array.isArray(value) ? value.map(keyOf) : (value ?? null);

function cellsOf(row: ExtractedRow, like: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(like).map((name) => [name, keyOf(row[name]?.value)]));
}

describe.each(samples.map((sample) => [sample.file, sample.schema_name] as const))('%s', (file, name) => {
  test('comes out as it is printed, with its starter schema', async () => {
    const schema = STARTER_SCHEMAS.find((entry) => entry.name === name);
    expect(schema).toBeDefined();
    if (!schema) return;
    const { fields } = extract({ schema, reading: await readFile(path.join(folder, file)) });
    const wanted = truths[file] ?? {};
    const found = Object.fromEntries(
      Object.entries(wanted).map(([field, truth]) => {
        const answer = fields[field];
        if (!Array.isArray(answer)) return [field, keyOf((answer as ExtractedValue | undefined)?.value)];
        return [field, answer.map((row, at) => cellsOf(row, ((truth as Record<string, unknown>[])[at] ?? {}) as Record<string, unknown>))];
      }),
    );
    const right = Object.fromEntries(
      Object.entries(wanted).map(([field, truth]) => [
        field,
        Array.isArray(truth) && typeof truth[0] === 'object'
          ? (truth as Record<string, unknown>[]).map((row) =>
              Object.fromEntries(Object.entries(row).map(([key, value]) => [key, keyOf(value)])),
            )
          : keyOf(truth),
      ]),
    );
    expect(found).toEqual(right);
  });
});
