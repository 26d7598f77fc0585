import { memoryPartSchema } from '#lib/contract/desk/schemas/memory-file.ts';
import { exportMemory } from '#lib/desk/learning/operations/export-memory.ts';
import { importMemory } from '#lib/desk/learning/operations/import-memory.ts';
import { attachment } from '../../../../attachment.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('schema_owner', async ({ params, backend, user }) => {
  const file = await exportMemory(backend.desk, { id: user.id, name: user.name }, params.id);
  return attachment(file.body, file);
});

export const POST = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) => {
  const part = await readBody(request, memoryPartSchema);
  return importMemory(backend.desk, { id: user.id, name: user.name }, params.id, part);
});
