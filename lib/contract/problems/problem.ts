import { z } from 'zod';
import { PROBLEMS, type ProblemCode } from './problem-codes.ts';

/** RFC 9457 problem document, `application/problem+json`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  /** A sentence for the person: what happened and what to do. */
  detail: z.string().optional(),
  /** Wrong inputs with the JSON Pointer of each. */
  errors: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
  /** Anything the answer needs besides: the present revision, the open flags, the lock's holder. */
  extra: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** Why a document or a job failed, kept on its record. */
export const failureSchema = z.object({ code: z.string(), message: z.string() });
export type Failure = z.infer<typeof failureSchema>;
