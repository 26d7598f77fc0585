import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { judgeResult } from '#lib/document/review/judge-result.ts';
import { classify } from '#lib/extraction/classify.ts';
import { classifySegments } from '#lib/extraction/classify-segments.ts';
import { combineResults } from '#lib/extraction/combine-results.ts';
import { extract } from '#lib/extraction/extract.ts';
import { groundModelAnswer } from '#lib/extraction/ground-model-answer.ts';
import { groundSummary } from '#lib/extraction/ground-summary.ts';
import { keyFacts } from '#lib/extraction/key-facts.ts';
import { split } from '#lib/extraction/split.ts';
import { summarise } from '#lib/extraction/summarise.ts';
import { serveTasks } from '#lib/platform/children/serve-tasks.ts';
import type { ExtractionTask } from './extraction-task.ts';
import { warmExtraction } from './warm-extraction.ts';

serveTasks(async (task) => {
  if (task === 'warm') return warmExtraction();
  const started = performance.now();
  const result = await workOff(task as ExtractionTask);
  return { ...result, duration_ms: Math.round(performance.now() - started) };
});

async function workOff({
  kind,
  reading,
  name,
  schema,
  options,
  examples = [],
  schemas = [],
  quoted,
  second,
}: ExtractionTask): Promise<object> {
  switch (kind) {
    case 'extraction':
      if (!schema) throw new Error('An extraction needs a schema.');
      if (!second) return judged(schema, extract({ schema, reading }));
      return judged(schema, combineResults(second.local, groundModelAnswer({ schema, pages: reading.pages, ...second }), second.lastPage));
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
      return classifySegments(reading, split(reading), (options.classes as DocumentClass[] | undefined) ?? []);
  }
}

/** The result with what the schema's rules and demands say of it. */
function judged(schema: Schema, result: ExtractionResult): ExtractionResult {
  return { ...result, verdicts: judgeResult(schema, result) };
}
