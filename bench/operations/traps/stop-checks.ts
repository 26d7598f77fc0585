import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../../product/list-processes.ts';
import { type Check, require } from '../../product/run-checks.ts';
import { findPort, startProduct } from '../../product/start-product.ts';
import { environment, newDataDir, requireHealthy, requireHealthySoon, requireNothingLeft } from './trap-setup.ts';
import { tryStopWhileReading } from './try-stop-while-reading.ts';

/** What stops must leave: no process, nothing failed, and a product that starts again. */
export const STOP_CHECKS: Check[] = [
  {
    name: 'SIGTERM to "npm start" stops everything and leaves no process',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment, byNpm: true });
      await requireHealthy(product.url);
      require(listProcesses(product.dataDir).length >= 6, 'There are fewer processes than expected.');
      await product.stop();
      await requireNothingLeft(product.dataDir);
      require(statSync(path.join(product.dataDir, 'lock')).size === 0, 'The lock is left.');
      require(!existsSync(path.join(product.dataDir, 'postgres', 'postmaster.pid')), 'The database was not shut down.');
    },
  },
  {
    name: 'Ctrl-C, which npm and the terminal may both pass on, stops everything and leaves no process',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      process.kill(-(product.process.pid as number), 'SIGINT');
      process.kill(-(product.process.pid as number), 'SIGINT');
      require((await product.exited) === 0, `It ended with an error:\n${product.output()}`);
      await requireNothingLeft(product.dataDir);
    },
  },
  {
    name: 'a stop while a file is read, by Ctrl-C or by a signal to every process, fails nothing',
    limitMs: 1_500_000,
    run: () => tryStopWhileReading(newDataDir(), environment),
  },
  {
    name: 'when the launcher is killed, its programs and the database end by themselves, and the next start works',
    async run() {
      const dataDir = newDataDir();
      const product = await startProduct({ dataDir, port: await findPort(), environment });
      product.process.kill('SIGKILL');
      await requireNothingLeft(dataDir);
      const second = await startProduct({ dataDir, port: await findPort(), environment });
      await requireHealthy(second.url);
      await second.stop();
    },
  },
  {
    name: 'a killed program and a killed database are started again',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      for (const part of ['dist/web.mjs', 'dist/service.mjs', 'bin/postgres -D']) {
        const victim = listProcesses(product.dataDir).find(({ command }) => command.includes(part) && !command.startsWith('sh '));
        require(victim, `There is no process ${part}.`);
        process.kill(victim.pid, 'SIGKILL');
        await sleep(300);
        await requireHealthySoon(product.url);
      }
      await product.stop();
      await requireNothingLeft(product.dataDir);
    },
  },
];
