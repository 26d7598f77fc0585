import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../product/list-processes.ts';
import { tryKill } from '../product/start-product.ts';
import { countAcknowledged, createCampaignLedger } from './campaign/campaign-ledger.ts';
import { drawFaults, type Fault } from './campaign/draw-faults.ts';
import { inflictFaults } from './campaign/inflict-faults.ts';
import { STORAGE_IS_ATOMIC } from './campaign/keep-storage.ts';
import { type Cluster, canMakeDisks, startCluster } from './campaign/start-cluster.ts';
import { verifyCampaign } from './campaign/verify-campaign.ts';
import { waitUntilQuiet } from './campaign/wait-until-quiet.ts';
import { tableOfFaults, watchAnswers } from './campaign/watch-answers.ts';
import { gatherTeam, workInCluster } from './campaign/work-in-cluster.ts';

/**
 * npm run campaign -- [FAULTS] [SEED]: runs the cluster form as single processes, two of each program, with a PostgreSQL and an S3 server of
 * its own, while people work at it, and kills, pauses, cuts off, slows down and fills up its parts (default 60 faults). Afterwards everything
 * must be done within two minutes, and all that was acknowledged must be there, once. The same seed draws the same faults.
 * Logs are in `test-results/campaign`. As root each program gets a small disk, which is filled. Linux. Needs `npm run build`.
 */
const SETTLE_MS = 120_000;
const WARM_MS = 120_000;
const DISK_MB = 128;
/** Lines of each kind that are printed. */
const LIST = 20;
const [count = 60, seed = Math.floor(Math.random() * 1e6)] = process.argv.slice(2).map(Number);

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-campaign-'));
const logs = path.resolve('test-results', 'campaign');
const ledger = createCampaignLedger();
let cluster: Cluster | undefined;

function clear(): void {
  for (const { pid } of listProcesses(folder)) tryKill(pid);
  for (const name of readdirSync(folder)) spawnSync('umount', ['--lazy', path.join(folder, name)], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Until some of everything was acknowledged, so that the faults meet all of it; on a slow machine not for ever. */
async function waitForWork(): Promise<void> {
  const { counts } = ledger;
  for (const until = Date.now() + WARM_MS; Date.now() < until && !(counts.actions > 1 && counts.approvals > 1 && counts.jobs > 1); )
    await sleep(200);
}

/** @returns how many things are wrong */
async function run(): Promise<number> {
  const hasDisks = canMakeDisks(folder);
  const leftOut = new Set<Fault['kind']>([
    ...(STORAGE_IS_ATOMIC ? [] : (['kill storage'] as const)),
    ...(hasDisks ? [] : (['disk full'] as const)),
  ]);
  console.log(`seed ${seed}, ${count} faults${leftOut.size > 0 ? `; left out: ${[...leftOut].join(', ')}` : ''}`);
  cluster = await startCluster(folder, logs, hasDisks ? DISK_MB : null);
  const team = await gatherTeam(cluster);
  const over = new AbortController();
  const watched = watchAnswers(team.desks[0], () => [...ledger.uploads.keys()][0], over.signal);
  const atWork = new AbortController();
  const working = workInCluster(team, cluster, ledger, atWork.signal);
  await waitForWork();
  const inflicted = await inflictFaults(cluster, drawFaults(count, seed, leftOut), (line) => console.log(line));
  const overAt = Date.now();
  atWork.abort();
  await working;
  const stuck = await waitUntilQuiet(cluster, team, ledger, Math.max(0, SETTLE_MS - (Date.now() - overAt)));
  const settledS = Math.round((Date.now() - overAt) / 1000);
  over.abort();
  for (const line of tableOfFaults(inflicted, await watched)) console.log(line);

  const { lost, twice, wrong, facts } = await verifyCampaign(cluster, team, ledger);
  const ends = cluster.members.flatMap(({ ownEnds }) => ownEnds);
  const { uploads, actions, approvals, jobs } = ledger.counts;
  console.log(
    `acknowledged: ${uploads} uploads, ${actions} actions, ${approvals} approvals, ${ledger.reopenings} reopenings, ${jobs} jobs, ${ledger.exports} exports`,
  );
  for (const fact of facts) console.log(fact);
  console.log(`tried again by a person: ${ledger.retried.length}`);
  for (const { failedStarts } of cluster.members) for (const line of failedStarts) console.log(`started again: ${line}`);
  for (const [what, lines] of Object.entries({ stuck, lost, twice, wrong, 'tried again': ledger.retried, ends })) {
    for (const line of lines.slice(0, LIST)) console.log(`${what}: ${line}`);
    if (lines.length > LIST) console.log(`${what}: and ${lines.length - LIST} more`);
  }
  const settled = stuck.length === 0 ? `settled in ${settledS} s` : `not settled in ${settledS} s`;
  const rest = wrong.length + ends.length > 0 ? `, ${wrong.length} wrong, ${ends.length} programs ended by themselves` : '';
  console.log(
    `${inflicted.length} faults, ${countAcknowledged(ledger)} acknowledged things, ${lost.length} lost, ${twice.length} twice${rest}, ${settled}`,
  );
  return stuck.length + lost.length + twice.length + wrong.length + ends.length;
}

rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
process.on('exit', clear);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
const faults = await run().catch((error) => {
  console.error(error);
  return 1;
});
await cluster?.stop().catch((error: Error) => console.error(`It did not stop in good order: ${error.message}`));
process.exit(faults === 0 ? 0 : 1);
