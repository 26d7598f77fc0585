import { z } from 'zod';
import { type Example, type ExampleDraft, exampleSchema } from '#lib/contract/service/example.ts';
import type { Answer, Call } from './call.ts';
import { DeploymentError } from './deployment-error.ts';
import { createMemoryCalls, type MemoryCalls } from './memory-calls.ts';

type CallOptions = { signal?: AbortSignal | undefined };

/**
 * What deployments of ours are told of approved documents. Others are told nothing. One of ours of an earlier version knows no
 * examples and says so with `not_found` or `method_not_allowed`.
 */
export type ExampleCalls = MemoryCalls & {
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
};

const listSchema = z.object({ items: z.array(exampleSchema), next_cursor: z.string().nullable() });

/** The calls about examples over a connection. */
export function createExampleCalls(ask: (request: Call) => Promise<Answer>, isOurs: () => Promise<boolean>): ExampleCalls {
  const pathOf = (schemaId: string, query: Record<string, string | undefined> = {}) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = new URLSearchParams(given).toString();
    return `/v1/schemas/${encodeURIComponent(schemaId)}/examples${search && `?${search}`}`;
  };
  return {
    ...createMemoryCalls(ask, isOurs),
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
      const { body, status } = await ask({ method: 'GET', path: pathOf(schemaId, { cursor, limit: limit?.toString() }), signal });
      const parsed = listSchema.safeParse(body);
      if (parsed.success) return parsed.data;
      const facts = { trouble: 'server_error', status, cause: parsed.error } as const;
      throw new DeploymentError('deployment_unreachable', 'The document service gave a list that the desk does not understand.', facts);
    },
  };
}
