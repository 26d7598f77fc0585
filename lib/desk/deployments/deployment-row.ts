import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { deployments } from './tables.ts';

export type DeploymentRow = typeof deployments.$inferSelect;

/** @throws ProblemError `not_found` */
export async function getDeploymentRow(executor: Executor, id: string): Promise<DeploymentRow> {
  const [row] = await executor.select().from(deployments).where(eq(deployments.id, id));
  if (!row) throw new ProblemError('not_found', 'This deployment does not exist; another admin may have removed it.');
  return row;
}

/** The row, locked until the transaction ends. @throws ProblemError `not_found` */
export async function lockDeploymentRow(transaction: Transaction, id: string): Promise<DeploymentRow> {
  const [row] = await transaction.select().from(deployments).where(eq(deployments.id, id)).for('update');
  if (!row) throw new ProblemError('not_found', 'This deployment does not exist; another admin may have removed it.');
  return row;
}
