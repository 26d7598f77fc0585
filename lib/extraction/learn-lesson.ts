import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Field, Rule } from '#lib/contract/service/extraction-schema.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { uprightReading } from '#lib/document/geometry/upright-reading.ts';
import { answerScalars } from './answers/answer-scalars.ts';
import { findPrints } from './memory/find-prints.ts';
import { learnTable } from './memory/learn-table.ts';
import { type ApprovedFields, LESSON_VERSION } from './memory/lesson.ts';
import { markField } from './memory/mark-field.ts';
import { partyKeys } from './memory/party-keys.ts';
import { PrintIndex } from './memory/print-index.ts';
import { loadWeights } from './scoring/load-weights.ts';
import type { Weights } from './scoring/weights.ts';
import { sameValue } from './values/same-value.ts';

/** Prints of a value that are remembered. */
const MOST_PRINTS = 6;

/** What an approved document teaches about documents like it. Pure and deterministic. */
export function learnLesson(task: {
  schema: { fields: readonly Field[]; rules?: readonly Rule[] };
  reading: Reading;
  approved: ApprovedFields;
  weights?: Weights | undefined;
}): Lesson {
  const { context, answers, stated } = answerScalars(task.schema, uprightReading(task.reading), loadWeights(task.weights));
  const prints = new PrintIndex(context);
  const marks = new Map(task.schema.fields.map((field) => [field.name, markField(field)]));
  const isReadable = context.view.tokens.length > 0;
  const fields: Lesson['fields'] = newRecord();
  context.profiles.forEach(({ field }, index) => {
    const approved = ownValue(task.approved, field.name);
    const answer = answers.get(field.name);
    if (!approved || Array.isArray(approved) || !answer || Array.isArray(answer)) return;
    const { value, evidence, untouched, checked_as } = approved as Exclude<typeof approved, readonly unknown[]>;
    const isDisputed = checked_as !== undefined && JSON.stringify(checked_as) !== JSON.stringify(value);
    fields[field.name] = {
      value,
      prints: findPrints(context, index, value, evidence)
        .slice(0, MOST_PRINTS)
        .map((found) => prints.of(found.index)),
      isRight: sameValue(answer.value, isDisputed ? checked_as : value),
      confidence: answer.confidence,
      isNothing: answer.value === null,
      asked: isReadable && !stated.has(field.name) ? (marks.get(field.name) ?? null) : null,
      ...(untouched ? { isUntouched: true } : {}),
      ...(isDisputed ? { isDisputed: true } : {}),
    };
  });
  const tables: NonNullable<Lesson['tables']> = newRecord();
  for (const field of task.schema.fields) {
    if (field.type !== 'rows' || answers.has(field.name)) continue;
    const table = learnTable(context, field, ownValue(task.approved, field.name));
    if (table) tables[field.name] = table;
  }
  return { version: LESSON_VERSION, keys: partyKeys(task.reading), fields, ...(Object.keys(tables).length > 0 ? { tables } : {}) };
}
