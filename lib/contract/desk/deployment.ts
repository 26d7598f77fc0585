import { z } from 'zod';
import { failureSchema } from '../problems/problem.ts';
import { evidenceSchema } from '../service/extraction.ts';
import { metadataTemplateSchema } from './deployment-metadata.ts';

/**
 * What a test of address and key says. `slow`: all is right, but answers take their time. `message` is for the person.
 */
export const deploymentVerdictSchema = z.object({
  verdict: z.enum(['ok', 'slow', 'unreachable', 'tls', 'wrong_protocol', 'wrong_key', 'forbidden', 'redirect', 'not_this_interface']),
  message: z.string(),
  /** True when the deployment announces itself as ours. */
  ours: z.boolean(),
  /** Milliseconds until it answered; null when it did not. */
  duration_ms: z.number().nullable(),
  at: z.iso.datetime(),
});
export type DeploymentVerdict = z.infer<typeof deploymentVerdictSchema>;

/** A deployment that takes so many milliseconds to answer is `slow`. */
export const SLOW_MS = 3_000;

/** True for verdicts with which documents can be sent. */
export function isUsable(verdict: Pick<DeploymentVerdict, 'verdict'>): boolean {
  return verdict.verdict === 'ok' || verdict.verdict === 'slow';
}

/** Learning a schema's fields from the answer of its first job: which document, under which job, what became of it. */
export const schemaLearningSchema = z.object({
  name: z.string(),
  document_id: z.uuid(),
  /** The job's id at the deployment; null until it is known. */
  job_id: z.string().nullable(),
  begun_at: z.iso.datetime(),
  failure: failureSchema.nullable(),
});
export type SchemaLearning = z.infer<typeof schemaLearningSchema>;

/** A schema of a deployment that others run: its id there and the desk's schema. */
export const schemaMappingSchema = z.object({
  remote_schema_id: z.string(),
  /** Null until the fields were learned. */
  schema_id: z.string().nullable(),
  schema_name: z.string().nullable(),
  learning: schemaLearningSchema.nullable(),
  at: z.iso.datetime(),
  by: z.object({ id: z.string(), name: z.string() }),
});
export type SchemaMapping = z.infer<typeof schemaMappingSchema>;

/**
 * How a deployment is doing, by what was heard of it last, in a test or while documents were processed. `limiting`: it refuses requests
 * because there are too many; `quiet`: no request was made for a day.
 */
export const deploymentHealthSchema = z.object({
  state: z.enum(['works', 'slow', 'limiting', 'failing', 'quiet', 'untested']),
  /** Failing: since when. Quiet: when it was last heard. */
  since: z.iso.datetime().nullable(),
  /** Why it fails, or what the last test said of it. */
  message: z.string().nullable(),
  last_answer_at: z.iso.datetime().nullable(),
  last_error: z.object({ message: z.string(), status: z.number().int().nullable(), at: z.iso.datetime() }).nullable(),
  /** Milliseconds that its answers take, the newest counting most. */
  latency_ms: z.number().nullable(),
  /** The requests of this hour and the one before; null = none. */
  recent: z.object({ since: z.iso.datetime(), requests: z.number().int(), refused: z.number().int(), failed: z.number().int() }).nullable(),
  /** It asked for no request before then. */
  paused_until: z.iso.datetime().nullable(),
  /** Documents that it works on, that wait to be sent, and that wait for the id of their schema. */
  queue: z.object({ under_way: z.number().int(), waiting: z.number().int(), unmapped: z.number().int() }),
});
export type DeploymentHealth = z.infer<typeof deploymentHealthSchema>;

/** A deployment as an admin sees it. The key is never among the answers; `has_key` says that there is one. */
export const deploymentSchema = z.object({
  id: z.string(),
  name: z.string(),
  embedded: z.boolean(),
  from_environment: z.boolean(),
  /** Null for the embedded service. */
  base_url: z.string().nullable(),
  has_key: z.boolean(),
  is_default: z.boolean(),
  retired_at: z.iso.datetime().nullable(),
  /** Requests that it takes in a minute, told by a person. */
  requests_per_minute: z.number().int().nullable(),
  /** What goes with every document; absent = nothing. */
  metadata: metadataTemplateSchema.optional(),
  verdict: deploymentVerdictSchema.nullable(),
  /** Another Countersign service, which gets its schemas from the desk; null = not known yet. */
  ours: z.boolean().nullable(),
  health: deploymentHealthSchema,
  documents: z.object({ total: z.number().int(), in_flight: z.number().int(), failed: z.number().int() }),
  mappings: z.array(schemaMappingSchema),
});
export type Deployment = z.infer<typeof deploymentSchema>;

/** GET /api/deployments/choices: what anyone who drops documents may choose from, the default first. */
export const deploymentChoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  is_default: z.boolean(),
  /** The schemas that it has an id for; null = it takes every schema. */
  schema_ids: z.array(z.string()).nullable(),
});
export type DeploymentChoice = z.infer<typeof deploymentChoiceSchema>;

const baseUrlSchema = z
  .url({ protocol: /^https?$/, error: 'Enter an http or https address.' })
  .max(2000)
  .refine(
    (url) => URL.canParse(url) && !new URL(url).username && !new URL(url).password,
    'Enter the key in its own field, not in the address.',
  )
  .refine((url) => URL.canParse(url) && !new URL(url).search && !new URL(url).hash, 'Enter the address without ? and #.');

/** As it is copied: with or without “Bearer” before it. */
const apiKeySchema = z
  .string()
  .transform((key) => key.trim().replace(/^bearer\s+/i, ''))
  .pipe(
    z
      .string()
      .min(1, 'Enter the key.')
      .max(4000)
      .regex(/^[\x21-\x7e]+$/, 'A key has no spaces, line breaks or special characters. Copy it again.'),
  );

/**
 * POST /api/deployments. `accept_failing`: save although the test failed. `accept_duplicate`: save although the same address and key
 * are connected already.
 */
export const newDeploymentSchema = z.object({
  name: z.string().trim().min(1).max(120),
  base_url: baseUrlSchema,
  api_key: apiKeySchema,
  /** Null = the desk finds a pace by itself. */
  requests_per_minute: z.number().int().min(1).max(6000).nullable().optional(),
  accept_failing: z.boolean().default(false),
  accept_duplicate: z.boolean().optional(),
});
export type NewDeployment = z.infer<typeof newDeploymentSchema>;

/** PUT /api/deployments/{id}: what is absent stays. */
export const deploymentChangeSchema = newDeploymentSchema.partial().extend({
  is_default: z.literal(true).optional(),
  retired: z.boolean().optional(),
  /** Empty = nothing goes with documents. */
  metadata: metadataTemplateSchema.optional(),
  accept_failing: z.boolean().default(false),
});
export type DeploymentChange = z.infer<typeof deploymentChangeSchema>;

const remoteSchemaIdSchema = z.string().trim().min(1).max(500);

/** POST /api/deployments/{id}/schemas: names the id of a schema there, or has its fields learned from a document's job. */
export const newMappingSchema = z.union([
  z.object({
    remote_schema_id: remoteSchemaIdSchema,
    schema_id: z.string().min(1),
    /** Instead of the id that the schema has there now. */
    replace: z.boolean().optional(),
  }),
  z.object({ remote_schema_id: remoteSchemaIdSchema, name: z.string().trim().min(1).max(120), document_id: z.uuid() }),
]);
export type NewMapping = z.infer<typeof newMappingSchema>;

/**
 * POST /api/deployments/{id}/schemas/try: tries an id with a sample, or with a document that waits for the id of its schema. The `id`
 * names the document that is made of the sample: the same one again is the same request.
 */
export const newTrialSchema = z.union([
  z.object({ remote_schema_id: remoteSchemaIdSchema, schema_id: z.string().min(1), sample: z.string().min(1), id: z.uuid().optional() }),
  z.object({ remote_schema_id: remoteSchemaIdSchema, document_id: z.uuid() }),
]);
export type NewTrial = z.infer<typeof newTrialSchema>;

/**
 * GET /api/deployments/{id}/schemas/try: the last id that was tried for a schema there, and what came of it. Whether documents are
 * sent with that id is said by the mappings alone.
 */
export const schemaTrialSchema = z.object({
  schema_id: z.string(),
  remote_schema_id: z.string(),
  document: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(['running', 'worked', 'failed']),
  /** What delays it. */
  trouble: z.string().nullable(),
  /** Fields of the schema that have a value, with that value as text. */
  found: z.array(z.object({ name: z.string(), label: z.string(), text: z.string() })),
  /** Labels of the fields without a value. */
  missing: z.array(z.string()),
  /** What else came, as the deployment calls it. */
  extra: z.array(z.string()),
  failure: failureSchema.nullable(),
  begun_at: z.iso.datetime(),
});
export type SchemaTrial = z.infer<typeof schemaTrialSchema>;

/** What holds up a document at its deployment: what was said last, how often, when it is asked again, how long that has gone on. */
export const documentTroubleSchema = z.object({
  code: z.string(),
  message: z.string(),
  attempts: z.number().int(),
  next_at: z.iso.datetime(),
  /** A number once the connection broke when the whole file had been sent: how often, with no other file beside it. */
  cut_offs: z.number().int().optional(),
  /** The pauses together, in milliseconds. */
  waited_ms: z.number().int().optional(),
});
export type DocumentTrouble = z.infer<typeof documentTroubleSchema>;

/** `job`: POST /v1/summaries/jobs · `deprecated`: POST /v1/documents/{id}/summaries, which waits until it is done. */
export const summaryEndpointSchema = z.enum(['job', 'deprecated']);
export type SummaryEndpoint = z.infer<typeof summaryEndpointSchema>;
export const summaryStateSchema = z.enum(['requested', 'running', 'completed', 'failed']);
export type SummaryState = z.infer<typeof summaryStateSchema>;
export const summarySentenceSchema = z.object({ text: z.string(), evidence: z.array(evidenceSchema) });
export type SummarySentence = z.infer<typeof summarySentenceSchema>;

/** A value of the document as it was when the summary was made. */
export const summaryFactSchema = z.object({
  label: z.string(),
  text: z.string(),
  evidence: z.array(evidenceSchema),
  /** Said, confirmed or corrected by a person. */
  by_person: z.boolean(),
});
export type SummaryFact = z.infer<typeof summaryFactSchema>;

/** GET /api/documents/{id}/summary. */
export const deskSummarySchema = z.object({
  /** The older one when the deployment knows no jobs, whatever was asked for. */
  endpoint: summaryEndpointSchema,
  state: summaryStateSchema,
  service_status: z.string().nullable(),
  text: z.string().nullable(),
  /** Where the deployment says them, or where the desk found them. */
  sentences: z.array(summarySentenceSchema),
  /** What the document calls itself. */
  title: z.object({ text: z.string(), evidence: z.array(evidenceSchema) }).nullable(),
  /** Why there are no sentences, or what they do not tell. */
  note: z.string().nullable(),
  facts: z.array(summaryFactSchema),
  /** Values that people changed since it was made. */
  corrections_since: z.number().int().nonnegative(),
  /** True when the document was extracted again since it was made. */
  is_read_anew: z.boolean(),
  failure: failureSchema.nullable(),
  requested_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
});
export type DeskSummary = z.infer<typeof deskSummarySchema>;
export const requestSummarySchema = z.object({ endpoint: summaryEndpointSchema.default('job') });

/**
 * GET /api/documents/{id}/answer: the deployment's last answer about the extraction, word for word; before there is one, the last that
 * could not be understood. With `download=1` all of it, as a file.
 */
export const rawAnswerSchema = z.object({
  deployment: z.object({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
  /** False = the desk does not understand it. */
  is_understood: z.boolean(),
  /** Bytes of the whole answer, when `raw` is only its beginning; absent when it is all. */
  size: z.number().int().optional(),
  raw: z.unknown(),
});
export type RawAnswer = z.infer<typeof rawAnswerSchema>;
