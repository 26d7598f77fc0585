import { z } from 'zod';

/** What may go wrong at a stand-in, and when. */
export const FAULTS = [
  'slow',
  'too_many',
  'too_many_retry_after',
  'retry_after_other_clock',
  'server_error',
  'server_error_html',
  'unavailable_empty',
  'reset',
  'lost_answer',
  'refused_key',
  'forbidden',
  'refuse_400',
  'refuse_402',
  'refuse_413',
  'refuse_415',
  'refuse_422',
  'conflict',
  'unknown',
  'redirect',
  'empty_answer',
  'html_answer',
  'missing_status',
  'odd_state',
  'never_settles',
  'fails',
  'with_errors',
] as const;
export type Fault = (typeof FAULTS)[number];
export const PHASES = ['upload', 'document', 'create_job', 'job', 'summary'] as const;
export type Phase = (typeof PHASES)[number];

/** Makes requests of a phase go wrong for documents whose name contains a text; `times` 0 = always. */
export const ruleSchema = z.object({
  name: z.string(),
  phase: z.enum(PHASES),
  fault: z.enum(FAULTS),
  times: z.number().int().nonnegative().default(1),
});
export type Rule = z.infer<typeof ruleSchema>;

/** In what form the fields of a finished job are given. */
export const SHAPES = [
  'honest',
  'bare',
  'wrapped',
  'list',
  'flat',
  'entities',
  'columns',
  'columns_and_rows',
  'text',
  'fenced',
  'candidates',
  'extras',
] as const;
export type Shape = (typeof SHAPES)[number];

/** PUT /control of a stand-in. What is absent stays. */
export const controlSchema = z.object({
  shape: z.enum(SHAPES).optional(),
  rules: z.array(ruleSchema).optional(),
  api_key: z.string().optional(),
  /** Milliseconds that indexing and jobs take; sets `index_ms` and `job_ms`. */
  work_ms: z.number().optional(),
  index_ms: z.number().optional(),
  job_ms: z.number().optional(),
  slow_ms: z.number().optional(),
  /** What was made is unknown for so many milliseconds. */
  lag_ms: z.number().optional(),
  /** The answer to a job for a document that is still being indexed. */
  job_while_indexing: z.enum(['taken', '409', '425']).optional(),
  /** The ids of schemas that it knows; null = it takes any. */
  schemas: z.array(z.string()).nullable().optional(),
  /** The answer to a job with a schema that it does not know. */
  unknown_schema: z.enum(['400', '404', '422']).optional(),
  /** Requests in a minute; more are answered 429. Null = as many as come. */
  limit_per_minute: z.number().int().positive().nullable().optional(),
  /** How a 429 for too many requests says how long to wait. */
  retry_after: z.enum(['seconds', 'date', 'none']).optional(),
  ids: z.enum(['uuid', 'number', 'slash']).optional(),
  /** Where the answer to a POST has the id: in its record, only in `Location`, or as all it says. */
  id_in: z.enum(['record', 'location', 'bare']).optional(),
  /** How the answers are written. */
  encoding: z.enum(['utf8', 'bom', 'latin1', 'utf16']).optional(),
  /** What stands around every record. */
  wrapping: z.enum(['none', 'json_api']).optional(),
  /** Its words for what is completed. */
  completed: z.object({ document: z.string(), job: z.string() }).optional(),
  /** Finished jobs and refusals repeat the key they were asked with. */
  echo_key: z.boolean().optional(),
  /** Where the fault `redirect` leads. */
  redirect: z.string().optional(),
  /** The fields of finished extractions, whatever the document says; null = those of its "Label: value" lines. */
  fields: z.record(z.string(), z.unknown()).nullable().optional(),
  /** Letters by which a finished job is longer. */
  padding: z.number().int().nonnegative().optional(),
  /** What makes it longer: a text, a list of records in one value, or values of their own beside the fields. */
  padding_as: z.enum(['text', 'list', 'values']).optional(),
});
export type Control = z.infer<typeof controlSchema>;
