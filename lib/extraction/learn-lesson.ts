import type { Field, Rule } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { type ApprovedFields, LESSON_VERSION, type Lesson } from './memory/lesson.ts';

/** What an approved document teaches about documents like it. Pure and deterministic. */
export function learnLesson(_task: {
  schema: { fields: readonly Field[]; rules?: readonly Rule[] };
  reading: Reading;
  approved: ApprovedFields;
}): Lesson {
  return { version: LESSON_VERSION };
}
