import type { MemoryEnd, MemoryHeader } from '#lib/contract/desk/schemas/memory-file.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import type { ExportedExample } from '#lib/contract/service/memory.ts';
import { now } from '#lib/platform/clock.ts';
import { encodeText } from '#lib/platform/http/encode-text.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { refuseHeld } from '../ask-examples.ts';
import { findOwnDocuments } from '../find-own-documents.ts';
import { type LearningPlace, listPlaces } from '../list-places.ts';
import { requireLearning } from '../require-learning.ts';
import { isUnknownThere } from '../tell-later.ts';

/** Examples that a deployment is asked for at once: a lesson takes some twenty kilobytes. */
const PAGE = 50;

/**
 * What a schema has learned, at all deployments that learn, as a memory file that is made while it is sent. What is to be forgotten is
 * left out. Each document is in it once. The file has no end where a deployment failed meanwhile.
 * @throws ProblemError `not_found` for an unknown schema, `conflict` where nothing was learned, or is to be forgotten; what `DeploymentError` says where the first
 * deployment cannot be asked
 */
export async function exportMemory(
  desk: Desk,
  actor: NonNullable<Actor>,
  schemaId: string,
): Promise<{ name: string; mediaType: string; body: AsyncIterable<Uint8Array> }> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  await requireLearning(desk.database, schema);
  const examples = readExamples(desk, schemaId);
  const first = await examples.next();
  if (first.done) throw new ProblemError('conflict', 'This schema has learned nothing yet.');
  await desk.database.transaction((transaction) =>
    appendAudit(transaction, [{ actor, event: 'schema.memory_exported', detail: { schema_id: schema.id, schema_name: schema.name } }]),
  );
  const header: MemoryHeader = {
    format: 'countersign-memory',
    version: 1,
    exported_at: now().toISOString(),
    schema: schemaDraftSchema.parse(schema),
  };
  return {
    name: `${schema.name}.memory.jsonl`,
    mediaType: 'application/jsonl',
    body: encodeText(toLines(header, first.value, examples)),
  };
}

async function* toLines(header: MemoryHeader, first: ExportedExample, rest: AsyncIterable<ExportedExample>): AsyncGenerator<string> {
  yield lineOf(header);
  yield lineOf(first);
  let count = 1;
  for await (const example of rest) {
    yield lineOf(example);
    count += 1;
  }
  yield lineOf({ end: true, examples: count } satisfies MemoryEnd);
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

async function* readExamples(desk: Desk, schemaId: string): AsyncGenerator<ExportedExample, undefined> {
  const seen = new Set<string>();
  for (const place of await listPlaces(desk.database, schemaId)) {
    for await (const page of readPages(desk, place)) {
      const ids = page.map(({ document_id }) => document_id);
      const own = await findOwnDocuments(desk.database, place.deploymentId, ids);
      for (const example of page) {
        if (seen.has(example.document_id) || own.get(example.document_id)?.isForgotten) continue;
        seen.add(example.document_id);
        yield example;
      }
    }
  }
}

async function* readPages(desk: Desk, { deploymentId, remoteSchemaId }: LearningPlace): AsyncGenerator<ExportedExample[]> {
  const { client, name } = await desk.getDeployment(deploymentId);
  let cursor: string | undefined;
  do {
    const page = await client.exportMemory(remoteSchemaId, cursor, { limit: PAGE }).catch(async (error) => {
      // a schema that is not there has learned nothing; one that is there is at a service of an earlier version
      if (!isUnknownThere(error)) return refuseHeld(error);
      const listed = await client
        .listExamples(remoteSchemaId, undefined, { limit: 1 })
        .catch((again) => (isUnknownThere(again) ? null : refuseHeld(again)));
      if (!listed?.items.length) return null;
      throw new ProblemError('conflict', `“${name}” runs an earlier version, which cannot export what it has learned. Update it.`);
    });
    yield page?.items ?? [];
    cursor = page?.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
