import { and, desc, eq, sql } from 'drizzle-orm';
import type { SchemaTrial } from '#lib/contract/desk/deployment.ts';
import { isInFlight } from '#lib/contract/desk/groups-of-states.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { Desk } from '../../context/desk.ts';
import { getDeploymentRow } from '../../deployments/deployment-row.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { SCHEMA_REFUSED } from '../../jobs/judge-refusal.ts';
import { extractions } from '../../review/tables.ts';
import { findSchemaVersion } from '../../schemas/schema-row.ts';

const MOST_TEXT = 200;
const MOST_EXTRA = 40;
/** Without what the deployment answered word for word, which may be long. */
const ANSWER = {
  schemaId: extractions.schemaId,
  schemaVersion: extractions.schemaVersion,
  result: extractions.result,
  unfitting: extractions.unfitting,
};

/**
 * The last trial of an id for each schema at a deployment, as the document of the trial tells it. A trial ends with the request it was
 * made by: a document that was extracted anew since tells nothing of it.
 * @throws ProblemError `not_found`
 */
export async function listTrials(desk: Desk, deploymentId: string): Promise<SchemaTrial[]> {
  await getDeploymentRow(desk.database, deploymentId);
  const begunAt = sql<string>`${submissions.trial}->>'begun_at'`;
  const rows = await desk.database
    .selectDistinctOn([documents.schemaId], { row: documents, trial: submissions.trial, answer: ANSWER })
    .from(submissions)
    .innerJoin(documents, eq(documents.id, submissions.documentId))
    .leftJoin(extractions, and(eq(extractions.documentId, documents.id), sql`${extractions.at} >= (${begunAt})::timestamptz`))
    .where(and(eq(submissions.deploymentId, deploymentId), sql`(${submissions.trial}->>'run')::int = ${submissions.run}`))
    .orderBy(documents.schemaId, desc(begunAt));
  const trials: SchemaTrial[] = [];
  for (const { row, trial, answer } of rows) {
    if (!trial || row.schemaId === null) continue;
    const failure = failureOf(row);
    const state = failure ? 'failed' : answer ? 'worked' : 'running';
    // rejected, or taken apart, before there was an answer
    if (state === 'running' && !isInFlight(row.state)) continue;
    const schema = state === 'worked' && answer ? await findSchemaVersion(desk.database, answer.schemaId, answer.schemaVersion) : null;
    trials.push({
      schema_id: row.schemaId,
      remote_schema_id: trial.remote_schema_id,
      document: { id: row.id, name: row.name },
      state,
      trouble: state === 'running' ? (row.trouble?.message ?? null) : null,
      ...describeFields(schema?.fields ?? [], answer?.result),
      extra: answer && state === 'worked' ? nameExtras(answer.unfitting) : [],
      failure,
      begun_at: trial.begun_at,
    });
  }
  return trials;
}

function failureOf(row: typeof documents.$inferSelect): Failure | null {
  if (row.state === 'failed') return row.failure ?? { code: 'internal_error', message: 'It failed.' };
  return row.state === 'unmapped' && row.hold ? { code: SCHEMA_REFUSED, message: row.hold.message } : null;
}

/** The fields with a value, and those without one. */
function describeFields(fields: readonly Field[], result: ExtractionResult | undefined): Pick<SchemaTrial, 'found' | 'missing'> {
  const found: SchemaTrial['found'] = [];
  const missing: string[] = [];
  for (const { name, label } of fields) {
    const shown = label || name;
    const text = showValue(result?.fields[name]);
    if (text === null) missing.push(shown);
    else found.push({ name, label: shown, text });
  }
  return { found, missing };
}

/** As it stands in the document, else as it was given; null = there is none. */
function showValue(given: ExtractionResult['fields'][string] | undefined): string | null {
  if (given === undefined) return null;
  if (Array.isArray(given)) return given.length === 0 ? null : `${given.length} ${given.length === 1 ? 'row' : 'rows'}`;
  const { value, text } = given;
  if (value === null) return null;
  return (text ?? (Array.isArray(value) ? value.join(', ') : String(value))).slice(0, MOST_TEXT);
}

/** The last steps of the pointers, each once. */
function nameExtras(unfitting: Record<string, unknown>): string[] {
  const names = Object.keys(unfitting).map((pointer) => (pointer.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...new Set(names)].filter((name) => name !== '' && !/^\d+$/.test(name)).slice(0, MOST_EXTRA);
}
