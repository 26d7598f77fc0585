import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { deploymentSpeeds } from './tables.ts';

type Row = typeof deploymentSpeeds.$inferSelect;
type Kind = Row['kind'];

/** How long such work takes at a deployment; null = none was seen yet. */
export async function findSpeed(executor: Executor, deploymentId: string, kind: Kind): Promise<Row | null> {
  const [row] = await executor.select().from(deploymentSpeeds).where(isOf(deploymentId, kind));
  return row ?? null;
}

/** Two programs that see something at once keep what one of them saw. */
export async function saveSpeed(
  executor: Executor,
  deploymentId: string,
  kind: Kind,
  speed: Pick<Row, 'typicalMs' | 'earlyMs'>,
): Promise<void> {
  await executor
    .insert(deploymentSpeeds)
    .values({ deploymentId, kind, ...speed })
    .onConflictDoUpdate({ target: [deploymentSpeeds.deploymentId, deploymentSpeeds.kind], set: speed });
}

/** Another poll found that the work is not done after so many milliseconds, which is kept until some is seen to be done. */
export async function saveEarly(executor: Executor, deploymentId: string, kind: Kind, earlyMs: number): Promise<void> {
  await executor
    .insert(deploymentSpeeds)
    .values({ deploymentId, kind, typicalMs: null, earlyMs })
    .onConflictDoUpdate({
      target: [deploymentSpeeds.deploymentId, deploymentSpeeds.kind],
      set: { earlyMs: sql`greatest(${deploymentSpeeds.earlyMs}, ${earlyMs})` },
      setWhere: isNull(deploymentSpeeds.typicalMs),
    });
}

const isOf = (deploymentId: string, kind: Kind) => and(eq(deploymentSpeeds.deploymentId, deploymentId), eq(deploymentSpeeds.kind, kind));
