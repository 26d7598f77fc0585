import { Worker } from 'node:worker_threads';
import type { ChildMessage, FromChild, ToChild } from './child-messages.ts';
import { sizeOfMessage } from './child-messages.ts';
import { cutNetwork } from './cut-network.ts';

export type TaskTools = {
  /** Streams a part of the answer to the parent; waits while the channel is full. */
  send(message: ChildMessage): Promise<void>;
};

/** Ends the process when the parent is gone, even while the main thread is stuck in a long calculation. */
const WATCHDOG = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

/**
 * The main loop of a pool's child process: takes one task at a time from the parent, answers, and waits for the next.
 * What `handle` returns is the task's result; what it throws fails that task. The process ends with its parent.
 */
export function serveTasks(handle: (task: unknown, tools: TaskTools) => Promise<unknown>): void {
  if (!process.send) throw new Error('This program is started by a pool of child processes only.');
  cutNetwork();
  process.on('disconnect', () => process.exit(0));
  new Worker(WATCHDOG, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
  process.on('message', async ({ id, task, maxOutputBytes }: ToChild) => {
    let sent = 0;
    const tools: TaskTools = {
      async send(message) {
        sent += sizeOfMessage(message);
        if (sent > maxOutputBytes) {
          await post({ type: 'too_much_output', id });
          throw new Error('The task gave more output than allowed.');
        }
        await post({ type: 'message', id, message });
      },
    };
    try {
      await post({ type: 'done', id, result: await handle(task, tools) });
    } catch (error) {
      await post({ type: 'failed', id, message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
      // A wasm module that trapped is not to be trusted with the next file.
      if (error instanceof WebAssembly.RuntimeError) process.exit(1);
    }
  });
  void post({ type: 'ready' });
}

function post(message: FromChild): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}
