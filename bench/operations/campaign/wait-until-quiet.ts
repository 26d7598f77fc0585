import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilSettled } from '../../product/verify-ledger.ts';
import type { CampaignLedger } from './campaign-ledger.ts';
import { retryFailed } from './review-documents.ts';
import { type Cluster, untilReady } from './start-cluster.ts';
import type { Team } from './work-in-cluster.ts';

/**
 * Waits until all programs can be used, no document and no job is under way, and no job queue has anything that is due.
 * @returns what is not done after `limitMs`
 */
export async function waitUntilQuiet(cluster: Cluster, team: Team, ledger: CampaignLedger, limitMs: number): Promise<string[]> {
  const until = Date.now() + limitMs;
  await untilReady([...cluster.members, cluster.storage], limitMs);
  for (;;) {
    await retryFailed(team.desks[0], ledger).catch(() => undefined);
    const stuck = await waitUntilSettled(team.desks[0], team.service, ledger, Math.max(0, until - Date.now()));
    const left =
      stuck.length > 0 ? stuck : await listJobs(cluster).catch((error: Error) => [`The queues cannot be asked: ${error.message}`]);
    if (left.length === 0 || Date.now() > until) return left;
    await sleep(500);
  }
}

/** Jobs that run, that are due, or that were given up. What is planned for later, as the nightly check is, is left out. */
async function listJobs({ database }: Cluster): Promise<string[]> {
  const rows = await database.query<{ name: string; state: string; count: number; output: unknown }>(
    `select name, state::text, count(*)::int as count, max(output::text) as output from pgboss.job
     where (state < 'completed' and start_after <= pgboss.job_now() or name like '%.dead')
       and name not like '\\_\\_pgboss%' group by name, state`,
  );
  return rows.map(({ name, state, count, output }) => `${count} jobs of ${name} are ${state}${output ? `: ${output}` : ''}`);
}
