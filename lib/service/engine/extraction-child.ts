import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { judgeResult } from '#lib/document/review/judge-result.ts';
import { classify } from '#lib/extraction/classify.ts';
import { classifySegments } from '#lib/extraction/classify-segments.ts';
import { combineResults } from '#lib/extraction/combine-results.ts';
import { extract } from '#lib/extraction/extract.ts';
import { groundModelAnswer } from '#lib/extraction/ground-model-answer.ts';
import { groundSummary } from '#lib/extraction/ground-summary.ts';
import { keyFacts } from '#lib/extraction/key-facts.ts';
import { learnLesson } from '#lib/extraction/learn-lesson.ts';
import { checkAccounts } from '#lib/extraction/memory/check-accounts.ts';
import type { Remembered } from '#lib/extraction/memory/lesson.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import { split } from '#lib/extraction/split.ts';
import { summarise } from '#lib/extraction/summarise.ts';
import { serveTasks } from '#lib/platform/children/serve-tasks.ts';
import type { ExtractionTask } from './extraction-task.ts';
import type { LessonTask, SentLesson } from './lesson-task.ts';
import { warmExtraction } from './warm-extraction.ts';

serveTasks(async (task) => {
  if (task === 'warm') return warmExtraction();
  const given = task as ExtractionTask | LessonTask;
  if (given.kind === 'lesson') return learn(given);
  const started = performance.now();
  const result = await workOff(given);
  return { ...result, duration_ms: Math.round(performance.now() - started) };
});

function learn({ schema, reading, approved }: LessonTask): SentLesson {
  return { lesson: learnLesson({ schema, reading, approved }), sketch: [...sketchReading(reading)] };
}

async function workOff({
  kind,
  reading,
  name,
  schema,
  options,
  memory,
  records,
  examples = [],
  approved = [],
  schemas = [],
  quoted,
  second,
}: ExtractionTask): Promise<object> {
  switch (kind) {
    case 'extraction':
      if (!schema) throw new Error('An extraction needs a schema.');
      if (!second) return judged(schema, extract({ schema, reading, memory, records }));
      return judged(schema, combined(schema, reading, second, memory));
    case 'summary': {
      const limits = { maxSentences: (options.max_sentences as number | null | undefined) ?? null };
      return quoted ? groundSummary(reading, quoted, limits) : { ...summarise(reading, limits), ...keyFacts(reading, schemas) };
    }
    case 'classification':
      return classify(reading, {
        name,
        classes: options.classes as DocumentClass[],
        examples: new Map(examples.map(([className, profiles]) => [className, profiles.map((entries) => new Map(entries))])),
      });
    case 'splitting':
      return classifySegments(reading, split(reading, { known: approved }), (options.classes as DocumentClass[] | undefined) ?? []);
  }
}

/** The local result beside the second engine's answer; an account that only the second one saw is checked, too. */
function combined(
  schema: Schema,
  { pages }: Reading,
  second: NonNullable<ExtractionTask['second']>,
  memory: readonly Remembered[] = [],
): ExtractionResult {
  const result = combineResults(second.local, groundModelAnswer({ schema, pages, ...second }), second.lastPage);
  return { ...result, fields: checkAccounts(schema, result.fields, memory) };
}

/** The result with what the schema's rules and demands say of it. */
function judged(schema: Schema, result: ExtractionResult): ExtractionResult {
  return { ...result, verdicts: judgeResult(schema, result) };
}
