import { type RouteConfig, z } from '@hono/zod-openapi';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { PROBLEMS, type ProblemCode } from '#lib/contract/problems/problem-codes.ts';

/** A contract schema under its name in the OpenAPI document. The contract's own object stays untouched. */
export function named<T extends z.ZodType>(schema: T, name: string): T {
  return schema.meta({}).openapi(name) as T;
}

const problem = named(problemSchema, 'Problem');

/** Identifiers are UUIDs; anything else cannot exist and is answered with 404. */
export const uuidParam = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/);
export const cursorQuery = {
  cursor: z.string().max(200).optional().openapi({ description: '`next_cursor` of the page before' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

/** Answers every route can give besides its own. */
const EVERYWHERE: ProblemCode[] = ['unauthenticated', 'forbidden', 'rate_limited', 'internal_error', 'unavailable'];

/** Problem answers for the OpenAPI document, one entry for each status. */
export function problems(...codes: ProblemCode[]): RouteConfig['responses'] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of [...codes, ...EVERYWHERE]) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => [
      status,
      {
        description: its.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join(' · '),
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  );
}

/** A JSON answer for the OpenAPI document. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON body for the OpenAPI document, checked before the handler runs. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true as const, content: { 'application/json': { schema } } };
}

/** A page of a list. */
export function listOf<T extends z.ZodType>(schema: T) {
  return z.object({ items: z.array(schema), next_cursor: z.string().nullable() });
}

export const idempotencyHeader = z.object({
  'idempotency-key': z.string().max(255).optional().openapi({
    description:
      'Any text, new for each request. Repeating a request with the same key gives the same answer and does nothing twice. Kept for 24 hours.',
  }),
});
