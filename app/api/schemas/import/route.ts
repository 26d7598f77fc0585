import { ProblemError } from '#lib/contract/problem-error.ts';
import { JsonSchemaError, schemaFromJsonSchema } from '#lib/document/schema-from-json-schema.ts';
import { createRoute, readJson } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

/** Reads a JSON Schema; nothing is saved. */
export const POST = createRoute('schema_owner', async ({ request }) => {
  const json = await readJson(request);
  try {
    return schemaFromJsonSchema(json);
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error;
    throw new ProblemError('invalid_request', error.message, { errors: [{ pointer: error.pointer, message: error.message }] });
  }
});
