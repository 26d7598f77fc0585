import type { Desk } from '../context/desk.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { listSchemas } from '../schemas/operations/save-schema.ts';
import { ACTOR } from './start-test-desk.ts';

/** Approves a document in spite of its flags and takes that back. */
export async function decideTestDocument(desk: Desk, id: string): Promise<void> {
  const { document } = await getDocument(desk, id);
  const approved = await approve(desk, ACTOR, id, { revision: document.revision, sign_off: true });
  await reopen(desk, ACTOR, id, { revision: approved.document.revision });
}

/** Ids of the schemas by name. */
export async function listSchemaIds(desk: Desk): Promise<Record<string, string>> {
  return Object.fromEntries((await listSchemas(desk)).map((schema) => [schema.name, schema.id]));
}
