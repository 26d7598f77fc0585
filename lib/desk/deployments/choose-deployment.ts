import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { deployments } from './tables.ts';

/** Where a new document goes: to the one asked for, else where new documents go. @throws ProblemError `not_found`, `conflict` (retired) */
export async function chooseDeployment(desk: Desk, id: string | undefined): Promise<ConnectedDeployment> {
  if (id === undefined) return desk.present();
  const [row] = await desk.database.select().from(deployments).where(eq(deployments.id, id));
  if (!row) throw new ProblemError('not_found', 'This deployment does not exist; an admin may have removed it. Choose another one.');
  if (row.retiredAt) throw new ProblemError('conflict', `“${row.name}” no longer takes new documents. Choose another deployment.`);
  return desk.getDeployment(id);
}
