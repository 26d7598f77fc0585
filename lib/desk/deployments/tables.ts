import { boolean, doublePrecision, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DeploymentVerdict } from '#lib/contract/desk/deployment.ts';
import type { MetadataTemplate } from '#lib/contract/desk/deployment-metadata.ts';
import { deskRoom, moment } from '../context/columns.ts';

/** Deployments of the service that documents are sent to. The embedded one's address and key come from the configuration. */
export const deployments = deskRoom.table('deployments', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  baseUrl: text('base_url'),
  encryptedKey: text('encrypted_key'),
  embedded: boolean('embedded').notNull().default(false),
  /** Named by the environment: its address and key are changed there. */
  fromEnvironment: boolean('from_environment').notNull().default(false),
  /** Chosen by a person for new documents; at most one row. */
  isDefault: boolean('is_default').notNull().default(false),
  /** Since then it gets no new documents; those it has are still followed up. */
  retiredAt: moment('retired_at'),
  /** Requests that it takes in a minute, told by a person; null = not known. */
  requestsPerMinute: integer('requests_per_minute'),
  /** What goes with every document that is sent there; null = nothing. */
  metadata: jsonb('metadata').$type<MetadataTemplate>(),
  /** It announced itself as one of ours; null = nothing was heard of it yet. */
  ours: boolean('ours'),
  /** What the last test of address and key said. */
  verdict: jsonb('verdict').$type<DeploymentVerdict>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Which version of a schema a deployment of ours was last given. */
export const deployedSchemas = deskRoom.table(
  'deployed_schemas',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id),
    schemaId: text('schema_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deploymentId, table.schemaId] })],
);

const deploymentId = () =>
  text('deployment_id')
    .notNull()
    .references(() => deployments.id, { onDelete: 'cascade' });

/** Requests to a deployment in an hour that began on the hour; kept for some days. */
export const deploymentHours = deskRoom.table(
  'deployment_hours',
  {
    deploymentId: deploymentId(),
    hour: moment('hour').notNull(),
    /** All of them; `refused` and `failed` are parts. */
    requests: integer('requests').notNull().default(0),
    /** There were too many. */
    refused: integer('refused').notNull().default(0),
    /** No answer, a server error, or a key that is not accepted. */
    failed: integer('failed').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.deploymentId, table.hour] })],
);

/** When requests to a deployment are made, for all programs, and what was heard of it last; see `createPace`. */
export const deploymentPaces = deskRoom.table('deployment_paces', {
  deploymentId: deploymentId().primaryKey(),
  /** The moment that whoever asked last was given. */
  slotAt: moment('slot_at').notNull().defaultNow(),
  /** Before that no other request is made. */
  nextAt: moment('next_at').notNull().defaultNow(),
  /** Before that nothing is polled. */
  pollsAt: moment('polls_at').notNull().defaultNow(),
  /** The deployment asked for no request before that. */
  pausedUntil: moment('paused_until').notNull().defaultNow(),
  /** When the pace was last slowed because requests were refused. */
  slowedAt: moment('slowed_at').notNull().defaultNow(),
  /** Milliseconds between two requests, at least. */
  spacingMs: doublePrecision('spacing_ms').notNull().default(100),
  /** Milliseconds from one poll that may bring nothing to the next. */
  missMs: doublePrecision('miss_ms').notNull().default(100),
  /** Times it refused requests since the last success. */
  refusals: integer('refusals').notNull().default(0),
  /** Milliseconds that its answers take, the newest counting most; null = none was seen. */
  latencyMs: doublePrecision('latency_ms'),
  lastAnswerAt: moment('last_answer_at'),
  lastStatus: integer('last_status'),
  lastSuccessAt: moment('last_success_at'),
  /** Requests that failed since the last one that did not, and when the first of them did. */
  failures: integer('failures').notNull().default(0),
  failingSince: moment('failing_since'),
  /** The last one that was refused or failed. */
  lastProblem: jsonb('last_problem').$type<{ code: string; message: string; status: number | null; at: string }>(),
});

/** How long work takes at a deployment, as it was seen. */
export const deploymentSpeeds = deskRoom.table(
  'deployment_speeds',
  {
    deploymentId: deploymentId(),
    kind: text('kind').$type<'document' | 'job'>().notNull(),
    /** Milliseconds after which it was usually done; null = none was seen to be done yet. */
    typicalMs: doublePrecision('typical_ms'),
    /** Milliseconds after which it was not done yet. */
    earlyMs: doublePrecision('early_ms').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.deploymentId, table.kind] })],
);
