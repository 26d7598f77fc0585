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
  'empty_answer',
  'html_answer',
  'odd_state',
  'never_settles',
  'fails',
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
export const SHAPES = ['honest', 'bare', 'wrapped', 'list', 'flat', 'entities', 'columns'] as const;
export type Shape = (typeof SHAPES)[number];

/** PUT /control of a stand-in. What is absent stays. */
export const controlSchema = z.object({
  shape: z.enum(SHAPES).optional(),
  rules: z.array(ruleSchema).optional(),
  api_key: z.string().optional(),
  /** Milliseconds that indexing and jobs take. */
  work_ms: z.number().optional(),
  slow_ms: z.number().optional(),
});
export type Control = z.infer<typeof controlSchema>;
