import { eq, isNull } from 'drizzle-orm';
import type { DeploymentHealth } from '#lib/contract/desk/deployment.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { deploymentPaces, deployments } from '../deployments/tables.ts';
import { judgeHealth } from './judge-health.ts';

export type DeploymentState = { id: string } & Pick<DeploymentHealth, 'state' | 'since'>;

/** How each deployment in use does, as far as it was heard of. How many requests were refused of late is left out. */
export async function listDeploymentStates(executor: Executor): Promise<DeploymentState[]> {
  const used = await executor
    .select({ id: deployments.id, verdict: deployments.verdict, pace: deploymentPaces })
    .from(deployments)
    .leftJoin(deploymentPaces, eq(deploymentPaces.deploymentId, deployments.id))
    .where(isNull(deployments.retiredAt));
  return used.map(({ id, verdict, pace }) => {
    const { state, since } = judgeHealth(pace && { ...pace, recent: null }, verdict, now());
    return { id, state, since };
  });
}
