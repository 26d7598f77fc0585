import { eq } from 'drizzle-orm';
import type { Desk } from '../../context/desk.ts';
import { documents } from '../tables.ts';

/** Whether there is a document with this id. @param id a UUID */
export async function hasDocument({ database }: Desk, id: string): Promise<boolean> {
  const [row] = await database.select({ id: documents.id }).from(documents).where(eq(documents.id, id));
  return row !== undefined;
}
