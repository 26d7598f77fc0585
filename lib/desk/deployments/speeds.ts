import { and, eq } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { deploymentSpeeds } from './tables.ts';

type Kind = (typeof deploymentSpeeds.$inferSelect)['kind'];

/** How long such work takes at a deployment in milliseconds; null = none was seen yet. */
export async function findSpeed(executor: Executor, deploymentId: string, kind: Kind): Promise<number | null> {
  const [row] = await executor.select({ typicalMs: deploymentSpeeds.typicalMs }).from(deploymentSpeeds).where(isOf(deploymentId, kind));
  return row?.typicalMs ?? null;
}

/** Two programs that see something at once keep what one of them saw. */
export async function saveSpeed(executor: Executor, deploymentId: string, kind: Kind, typicalMs: number): Promise<void> {
  await executor
    .insert(deploymentSpeeds)
    .values({ deploymentId, kind, typicalMs })
    .onConflictDoUpdate({ target: [deploymentSpeeds.deploymentId, deploymentSpeeds.kind], set: { typicalMs } });
}

const isOf = (deploymentId: string, kind: Kind) => and(eq(deploymentSpeeds.deploymentId, deploymentId), eq(deploymentSpeeds.kind, kind));
