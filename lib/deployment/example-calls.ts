import { z } from 'zod';
import { type Example, type ExampleDraft, exampleSchema } from '#lib/contract/service/example.ts';
import { type ExportedExample, exportedExampleSchema, type ImportedMemory, importedMemorySchema } from '#lib/contract/service/memory.ts';
import type { Answer, Call } from './call.ts';
import { DeploymentError } from './deployment-error.ts';

type CallOptions = { signal?: AbortSignal | undefined };

/**
 * What deployments of ours are told of approved documents. Others are told nothing. One of ours of an earlier version knows no
 * examples and says so with `not_found` or `method_not_allowed`.
 */
export type ExampleCalls = {
  /** Gives a schema an approved document to learn from, in place of what it had of it. False when the deployment is not ours. */
  saveExample: (schemaId: string, draft: ExampleDraft, options?: CallOptions) => Promise<boolean>;
  /** Takes examples of a schema back: that of one document, or all. Of what is not there nothing is said. False when the deployment is not ours. */
  removeExamples: (schemaId: string, which?: { documentId?: string | undefined }, options?: CallOptions) => Promise<boolean>;
  /** A page of the examples of a schema, newest first, with the cursor of the next one; null when the deployment is not ours. */
  listExamples: (
    schemaId: string,
    cursor?: string,
    options?: CallOptions & { limit?: number },
  ) => Promise<{ items: Example[]; next_cursor: string | null } | null>;
  /** A page of what a schema has learned, oldest first, with the cursor of the next one; null when the deployment is not ours. */
  exportMemory: (
    schemaId: string,
    cursor?: string,
    options?: CallOptions & { limit?: number },
  ) => Promise<{ items: ExportedExample[]; next_cursor: string | null } | null>;
  /** Gives a schema what was learned elsewhere; null when the deployment is not ours. */
  importMemory: (schemaId: string, examples: readonly ExportedExample[], options?: CallOptions) => Promise<ImportedMemory | null>;
};

const listSchema = z.object({ items: z.array(exampleSchema), next_cursor: z.string().nullable() });
const memorySchema = z.object({ items: z.array(exportedExampleSchema), next_cursor: z.string().nullable() });

/** The calls about examples over a connection. */
export function createExampleCalls(ask: (request: Call) => Promise<Answer>, isOurs: () => Promise<boolean>): ExampleCalls {
  const pathOf = (schemaId: string, query: Query = {}) => withQuery(`/v1/schemas/${encodeURIComponent(schemaId)}/examples`, query);
  const memoryPathOf = (schemaId: string, query: Query = {}) => withQuery(`/v1/schemas/${encodeURIComponent(schemaId)}/memory`, query);
  return {
    async saveExample(schemaId, draft, { signal } = {}) {
      if (!(await isOurs())) return false;
      // the same example again takes the place of the first
      await ask({ method: 'POST', path: pathOf(schemaId), json: draft, repeatable: true, purpose: 'other', signal });
      return true;
    },
    async removeExamples(schemaId, { documentId } = {}, { signal } = {}) {
      if (!(await isOurs())) return false;
      await ask({ method: 'DELETE', path: pathOf(schemaId, { document_id: documentId }), signal });
      return true;
    },
    async listExamples(schemaId, cursor, { signal, limit } = {}) {
      if (!(await isOurs())) return null;
      return understand(await ask({ method: 'GET', path: pathOf(schemaId, { cursor, limit: limit?.toString() }), signal }), listSchema);
    },
    async exportMemory(schemaId, cursor, { signal, limit } = {}) {
      if (!(await isOurs())) return null;
      return understand(
        await ask({ method: 'GET', path: memoryPathOf(schemaId, { cursor, limit: limit?.toString() }), signal }),
        memorySchema,
      );
    },
    async importMemory(schemaId, examples, { signal } = {}) {
      if (!(await isOurs())) return null;
      // what is there already is replaced by the same
      const answer = await ask({
        method: 'POST',
        path: memoryPathOf(schemaId),
        json: { examples },
        repeatable: true,
        purpose: 'other',
        signal,
      });
      return understand(answer, importedMemorySchema);
    },
  };
}

type Query = Record<string, string | undefined>;

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return path + (search && `?${search}`);
}

function understand<T>({ body, status }: Answer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const facts = { trouble: 'server_error', status, cause: parsed.error } as const;
  throw new DeploymentError('deployment_unreachable', 'The document service answered in a form that the desk does not understand.', facts);
}
