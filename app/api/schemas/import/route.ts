import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { findDraftFaults } from '#lib/document/rules/find-draft-faults.ts';
import { JsonSchemaError } from '#lib/document/schemas/json-schema-reader.ts';
import { schemaFromJsonSchema } from '#lib/document/schemas/schema-from-json-schema.ts';
import { createRoute, readJson } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

/** Reads a JSON Schema; nothing is saved. */
export const POST = createRoute('schema_owner', async ({ request }) => {
  const json = await readJson(request);
  try {
    const draft = schemaFromJsonSchema(json);
    // rules can be mended in the editor that gets the draft; of patterns it must say where they came from
    const errors = findDraftFaults({ ...draft, rules: [] });
    if (errors[0]) throw new ProblemError('invalid_request', errors[0].message, { errors });
    return draft;
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error;
    throw new ProblemError('invalid_request', error.message, { errors: [{ pointer: error.pointer, message: error.message }] });
  }
});
