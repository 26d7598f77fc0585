import { z } from 'zod';

/** Every problem code of the service and the desk, with its HTTP status and title. Codes are stable; texts may improve. */
export const PROBLEMS = {
  invalid_request: { status: 422, title: 'The request is not valid' },
  malformed_body: { status: 400, title: 'The body could not be read' },
  invalid_metadata: { status: 422, title: 'The metadata is not a JSON object' },
  file_missing: { status: 422, title: 'No file was sent' },
  empty_file: { status: 422, title: 'The file is empty' },
  upload_interrupted: { status: 400, title: 'The upload ended before the file was complete' },
  unauthenticated: { status: 401, title: 'A valid API key or session is needed' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  document_not_processed: { status: 408, title: 'The document was not processed in time' },
  conflict: { status: 409, title: 'This contradicts the present state' },
  stale_revision: { status: 409, title: 'Someone else changed the document meanwhile' },
  open_flags: { status: 409, title: 'There are open flags' },
  same_approver: { status: 409, title: 'Two different people must approve' },
  document_locked: { status: 409, title: 'Someone else is working on the document' },
  idempotency_conflict: { status: 409, title: 'The idempotency key was used for another request' },
  document_not_ready: { status: 409, title: 'The document is not indexed yet' },
  file_too_large: { status: 413, title: 'The file is too large' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'This kind of file cannot be read' },
  password_required: { status: 422, title: 'The file is protected by a password' },
  password_wrong: { status: 422, title: 'The password does not open the file' },
  damaged_file: { status: 422, title: 'The file is damaged' },
  too_large_to_read: { status: 422, title: 'The file is too large to read' },
  reading_timed_out: { status: 422, title: 'Reading took too long' },
  reading_crashed: { status: 422, title: 'Reading the file failed' },
  extraction_failed: { status: 422, title: 'Extraction failed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  deployment_unreachable: { status: 502, title: 'The document service cannot be reached' },
  deployment_unverified: { status: 422, title: 'The test of address and key failed' },
  sending_unsure: { status: 502, title: 'It is not known whether the document service has it' },
  deployment_refused: { status: 502, title: 'The document service refused the request' },
  unavailable: { status: 503, title: 'Starting or stopping; try again in a moment' },
  storage_full: { status: 507, title: 'There is no space left to store the file' },
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

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
