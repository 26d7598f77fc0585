import { z } from 'zod';
import { type ExportedExample, exportedExampleSchema, type ImportedMemory, importedMemorySchema } from '#lib/contract/service/memory.ts';
import type { Answer, Call } from './call.ts';
import { DeploymentError } from './deployment-error.ts';

type CallOptions = { signal?: AbortSignal | undefined };

/** What deployments of ours have learned, to be taken elsewhere. Those of an earlier version say `not_found` or `method_not_allowed`. */
export type MemoryCalls = {
  /** A page of what a schema has learned, oldest first, with the cursor of the next one; null when the deployment is not ours. */
  exportMemory: (
    schemaId: string,
    cursor?: string,
    options?: CallOptions & { limit?: number },
  ) => Promise<{ items: ExportedExample[]; next_cursor: string | null } | null>;
  /** Gives a schema what was learned elsewhere; null when the deployment is not ours. */
  importMemory: (schemaId: string, examples: readonly ExportedExample[], options?: CallOptions) => Promise<ImportedMemory | null>;
};

const pageSchema = z.object({ items: z.array(exportedExampleSchema), next_cursor: z.string().nullable() });

/** The calls about memory over a connection. */
export function createMemoryCalls(ask: (request: Call) => Promise<Answer>, isOurs: () => Promise<boolean>): MemoryCalls {
  const pathOf = (schemaId: string) => `/v1/schemas/${encodeURIComponent(schemaId)}/memory`;
  return {
    async exportMemory(schemaId, cursor, { signal, limit } = {}) {
      if (!(await isOurs())) return null;
      const query = new URLSearchParams({
        ...(cursor === undefined ? {} : { cursor }),
        ...(limit === undefined ? {} : { limit: `${limit}` }),
      });
      return understand(await ask({ method: 'GET', path: `${pathOf(schemaId)}?${query}`, signal }), pageSchema);
    },
    async importMemory(schemaId, examples, { signal } = {}) {
      if (!(await isOurs())) return null;
      // what is there already is replaced by the same
      const answer = await ask({ method: 'POST', path: pathOf(schemaId), json: { examples }, repeatable: true, purpose: 'other', signal });
      return understand(answer, importedMemorySchema);
    },
  };
}

function understand<T>({ body, status }: Answer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const facts = { trouble: 'server_error', status, cause: parsed.error } as const;
  throw new DeploymentError('deployment_unreachable', 'The document service answered in a form that the desk does not understand.', facts);
}
