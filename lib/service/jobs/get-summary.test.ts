import { expect, test } from 'vitest';
import { createTestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { getSummary } from './get-summary.ts';

test('a summary that is not there is told apart from a database that does not answer', async () => {
  const { database, close } = await createTestDatabase();
  const document = crypto.randomUUID();
  try {
    await expect(getSummary(database, document, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  } finally {
    await close();
  }
  await expect(getSummary(database, document, crypto.randomUUID())).rejects.not.toMatchObject({ code: 'not_found' });
});
