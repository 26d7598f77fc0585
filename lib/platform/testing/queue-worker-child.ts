import { sql } from 'drizzle-orm';
import { createDatabase } from '../database.ts';
import { createQueue } from '../queue.ts';

/** A worker process for the queue's kill test: each job takes a moment, then writes one row and is finished with it. */
const [url, mode] = process.argv.slice(2) as [string, string];
const { database } = createDatabase(url, { max: 4, name: 'test-worker' });
const queue = await createQueue({ databaseUrl: url, queues: { numbers: { retryLimit: 20 } } });
if (mode === 'requeue') await queue.requeueActive(['numbers']);
queue.work<{ number: number; ms: number }>('numbers', { concurrency: 2 }, async (job) => {
  await database.execute(sql`insert into starts (number) values (${job.data.number})`);
  await new Promise((resolve) => setTimeout(resolve, job.data.ms));
  await database.transaction(async (tx) => {
    await tx.execute(sql`insert into results (number) values (${job.data.number})`);
    await job.finish(tx);
  });
  return undefined;
});
process.send?.('ready');
