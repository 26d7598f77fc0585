import { newRecord } from '#lib/contract/json/new-record.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Field, Rule } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { turnPlacesBack, uprightReading } from '#lib/document/geometry/upright-reading.ts';
import { answerScalars } from './answers/answer-scalars.ts';
import { flagHidden } from './answers/flag-hidden.ts';
import { checkAccounts } from './memory/check-accounts.ts';
import type { Remembered } from './memory/lesson.ts';
import type { MemoryWeights } from './memory/memory-weights.ts';
import { recallFields } from './memory/recall-fields.ts';
import { recallRows } from './memory/recall-rows.ts';
import type { TrackRecord } from './memory/track-record.ts';
import { countRows } from './rows/completeness.ts';
import { loadWeights } from './scoring/load-weights.ts';
import type { Weights } from './scoring/weights.ts';
import { nothingFound } from './values/build-value.ts';

/** Name and version of this engine as results carry it. */
export const ENGINE = 'local-1';

export type ExtractionTask = {
  /** Fields (and rules) of a schema; a saved schema or a draft. */
  schema: { fields: readonly Field[]; rules?: readonly Rule[] };
  reading: Reading;
  /** Learned weights; the shipped ones when absent. Weights made for another list of features throw `RangeError`. */
  weights?: Weights | undefined;
  /** Approved documents like this one; their values are proposals beside the engine's own. */
  memory?: readonly Remembered[] | undefined;
  /** How the engine's answers for these fields turned out in approved documents. */
  records?: TrackRecord | undefined;
  /** What is learned about the worth of memory; the shipped weights when absent. */
  memoryWeights?: MemoryWeights | undefined;
};

/**
 * Finds the values of a schema's fields in a reading. Pure and deterministic. Every field gets an entry: a value with
 * evidence and calibrated confidence, or null with a reason; `rows` fields an array of rows. What the file states in machine
 * form (e-invoice, mail header) goes before what its pages show.
 */
export function extract(task: ExtractionTask): ExtractionResult {
  const reading = uprightReading(task.reading);
  return reading === task.reading ? extractUpright(task) : turnPlacesBack(extractUpright({ ...task, reading }), task.reading);
}

function extractUpright(task: ExtractionTask): ExtractionResult {
  const started = performance.now();
  const { schema, reading } = task;
  const answered = answerScalars(schema, reading, loadWeights(task.weights));
  const { context, fields } = answered;
  const memory = task.memory ?? [];
  const answers = recallFields(answered, memory, task.records ?? {}, task.memoryWeights);
  const completeness: ExtractionResult['completeness'] = newRecord();
  for (const field of fields) {
    if (field.type !== 'rows') continue;
    const known = answers.get(field.name);
    if (Array.isArray(known)) {
      completeness[field.name] = countRows(field, known, reading, []);
      continue;
    }
    if (known) continue;
    const rows = recallRows(context, field, memory);
    answers.set(field.name, rows.rows);
    completeness[field.name] = countRows(field, rows.rows, reading, rows.completeness.unclaimed);
  }
  const entries = fields.map((field) => [field.name, answers.get(field.name) ?? nothingFound('Not looked for.', 0.5)]);
  return {
    fields: checkAccounts(schema, flagHidden(Object.fromEntries(entries), reading), memory),
    completeness,
    engine: ENGINE,
    duration_ms: Math.round((performance.now() - started) * 10) / 10,
  };
}
