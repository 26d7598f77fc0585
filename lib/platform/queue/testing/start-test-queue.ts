import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts';
import { createQueue, type Queue, type QueueDefinition } from '../queue.ts';

export type TestQueue = {
  server: TestDatabase;
  openQueue: (queues: Record<string, QueueDefinition>) => Promise<Queue>;
  close: () => Promise<void>;
};

/** Queues on a database of their own, so that a test meets nothing of another one. */
export async function startTestQueue(): Promise<TestQueue> {
  const server = await createTestDatabase();
  const open: Queue[] = [];
  return {
    server,
    async openQueue(queues) {
      const queue = await createQueue({ databaseUrl: server.url, queues });
      open.push(queue);
      return queue;
    },
    async close() {
      for (const queue of open.splice(0)) await queue.close();
      await server.close();
    },
  };
}

/** Waits until something is true. @throws Error after `ms` */
export async function until(isTrue: () => boolean | Promise<boolean>, ms = 100_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It did not become true in time.');
    await sleep(20);
  }
}
