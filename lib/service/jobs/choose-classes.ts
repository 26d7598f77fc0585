import { inArray } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { documents } from '../context/tables.ts';
import { listSchemas } from '../schemas/list-schemas.ts';

const MOST_CLASSES = 200;

/**
 * The classes of a classification job: those given, or all schemas, the newest of two with the same name.
 * @throws ProblemError `not_found` naming each example that is no document, `invalid_request` when there are fewer than two schemas
 */
export async function chooseClasses(database: Database, given: readonly DocumentClass[] | undefined): Promise<DocumentClass[]> {
  if (given) {
    await requireExamples(database, given);
    return [...given];
  }
  const { items } = await listSchemas(database, { limit: MOST_CLASSES });
  const classes = new Map<string, DocumentClass>();
  for (const { name, description } of items) if (!classes.has(name)) classes.set(name, { name, description, keywords: [], examples: [] });
  if (classes.size < 2) {
    const message = 'Give at least two classes, or save at least two schemas.';
    throw new ProblemError('invalid_request', message, { errors: [{ pointer: '/classes', message }] });
  }
  return [...classes.values()];
}

async function requireExamples(database: Database, classes: readonly DocumentClass[]): Promise<void> {
  const ids = [...new Set(classes.flatMap(({ examples }) => examples))];
  if (ids.length === 0) return;
  const found = await database.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids));
  const known = new Set(found.map(({ id }) => id));
  const errors = classes.flatMap(({ examples }, index) =>
    examples.flatMap((id, place) =>
      known.has(id) ? [] : [{ pointer: `/classes/${index}/examples/${place}`, message: 'There is no document with this id.' }],
    ),
  );
  if (errors.length > 0) throw new ProblemError('not_found', 'An example is not a document of this service.', { errors });
}
