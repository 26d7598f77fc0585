import { takeAdvisoryLock } from '#lib/platform/database/advisory-locks.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Desk } from '../../context/desk.ts';
import { STARTER_SCHEMAS } from '../starters/starter-schemas.ts';
import { schemas } from '../tables.ts';
import { addSchema } from './save-schema.ts';

/** Saves the starter schemas on a desk that never had a schema. */
export async function saveStarterSchemas(desk: Pick<Desk, 'database'>): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'starterSchemas');
    const [any] = await transaction.select({ id: schemas.id }).from(schemas).limit(1);
    if (any) return;
    const saved = [];
    for (const draft of STARTER_SCHEMAS) saved.push((await addSchema(transaction, null, draft)).schema);
    await appendAudit(
      transaction,
      saved.map(({ id, name, version }) => ({
        actor: null,
        event: 'schema.saved',
        detail: { schema_id: id, schema_name: name, schema_version: version, starter: true },
      })),
    );
  });
}
