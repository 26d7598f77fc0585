import { sql } from 'drizzle-orm';
import { createDatabase } from '../../database/database.ts';
import { createQueue } from '../queue.ts';

/**
 * A worker process for the queue's kill tests: each job takes a moment, then writes one row and is finished with it; a deadly one
 * ends the process. Modes: `requeue` puts back what a worker before it had in hand; `watched` too, from a queue with a dead letter.
 */
const [url, mode] = process.argv.slice(2) as [string, string];
const { database } = createDatabase(url, { max: 4, name: 'test-worker' });
const queue = await createQueue({ databaseUrl: url, queues: { numbers: { retryLimit: 20, deadLetter: mode === 'watched' } } });
if (mode !== 'plain') await queue.requeueActive(['numbers']);
queue.work<{ number: number; ms: number; deadly?: boolean }>('numbers', { concurrency: 2 }, async (job) => {
  await database.execute(sql`insert into starts (number) values (${job.data.number})`);
  await new Promise((resolve) => setTimeout(resolve, job.data.ms));
  if (job.data.deadly) process.kill(process.pid, 'SIGKILL');
  await database.transaction(async (tx) => {
    await tx.execute(sql`insert into results (number) values (${job.data.number})`);
    await job.finish(tx);
  });
  return undefined;
});
process.send?.('ready');
