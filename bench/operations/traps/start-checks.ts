import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOtherNamespace } from '#lib/platform/testing/other-namespace.ts';
import { ACCOUNT } from '../../product/account.ts';
import { type Check, require } from '../../product/run-checks.ts';
import { findPort, startProduct } from '../../product/start-product.ts';
import { makeZombie } from './make-zombie.ts';
import { bearer, environment, KEY, newDataDir, newFolder, requireHealthy, requireNothingLeft, requireRefusal } from './trap-setup.ts';
import { tryIpv6 } from './try-ipv6.ts';
import { tryMonitoring } from './try-monitoring.ts';
import { tryProgramsAlone } from './try-programs-alone.ts';
import { tryTraces, tryWithoutCollector } from './try-traces.ts';
import { tryTwoContainers } from './try-two-containers.ts';
import { tryUpgrade } from './try-upgrade.ts';
import { tryWithoutLookUps } from './try-without-look-ups.ts';

/** Whether this machine has IPv6; in some containers it is off. */
const hasIpv6 = () => Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));

/** Starts in odd places: a folder in use, of an earlier version, below another's home, with a database that was left. */
export const START_CHECKS: Check[] = [
  {
    name: 'the link printed at the first start makes the first account, nothing else does, and it is not printed again',
    async run() {
      const dataDir = newDataDir();
      // empty: the token is made by the product
      const own = { ...environment, COUNTERSIGN_SET_UP_TOKEN: '' };
      const product = await startProduct({ dataDir, port: await findPort(), environment: own });
      const link = / (http:\S+)\/set-up#token=(\S+)/;
      for (const limit = Date.now() + 60_000; !link.test(product.output()); await sleep(50))
        require(Date.now() < limit, 'No link was printed.');
      const [, address, token] = link.exec(product.output()) ?? [];
      require(address === product.url, `It printed ${address}`);
      const setUp = async (body: unknown) => {
        const headers = { origin: product.url, 'content-type': 'application/json' };
        return (await fetch(`${product.url}/api/set-up`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
      };
      require((await setUp(ACCOUNT)) === 403, 'Without the token an account was made.');
      require((await setUp({ ...ACCOUNT, token })) === 201, 'With the token of the link no account was made.');
      await product.stop();
      require(!existsSync(path.join(dataDir, 'secrets', 'set-up-token')), 'The token is left.');
      const second = await startProduct({ dataDir, port: await findPort(), environment: own });
      await second.stop();
      require(!second.output().includes('token='), 'The link was printed again.');
    },
  },
  {
    name: 'a second start on the same folder says so, and the first runs on',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      await requireRefusal(product.dataDir, await findPort(), /already runs on .*process \d+/);
      await requireHealthy(product.url);
      await product.stop();
    },
  },
  ...(findOtherNamespace()
    ? [
        {
          name: 'two containers on one data folder: the second says so and nothing is lost, and it takes over when the first was killed',
          run: () => tryTwoContainers(newDataDir(), { environment, headers: bearer, requireRefusal }),
        },
      ]
    : []),
  { name: 'each program starts by itself, waits for migrations, and refuses another secret and a newer database', run: tryProgramsAlone },
  { name: 'the port for monitoring tells how all programs are, and no other port does', run: tryMonitoring },
  ...(hasIpv6() ? [{ name: 'on IPv6 addresses alone the desk, its service and its monitoring work', run: tryIpv6 }] : []),
  { name: 'one upload is one trace through all programs, which tells nothing of the file or the person', run: tryTraces },
  { name: 'no trace is sent where traces are off, and a collector that is away does no harm', run: tryWithoutCollector },
  { name: 'data folders that earlier versions made open with everything in them', run: () => tryUpgrade(newDataDir) },
  {
    name: 'no process looks up a name or leaves what reports to a vendor, also where children keep the network',
    run: () => tryWithoutLookUps(newFolder(), { environment, key: KEY }),
  },
  {
    name: 'a data folder below a home that only root may enter',
    async run() {
      const home = newFolder();
      chmodSync(home, 0o700);
      const dataDir = path.join(home, 'data');
      for (let start = 0; start < 2; start += 1) {
        const product = await startProduct({ dataDir, port: await findPort(), environment });
        await requireHealthy(product.url);
        await product.stop();
      }
      await requireNothingLeft(dataDir);
    },
  },
  {
    name: 'a database whose recorded process is a zombie or a stranger',
    async run() {
      const dataDir = newDataDir();
      const first = await startProduct({ dataDir, port: await findPort(), environment });
      await first.stop();
      const zombie = await makeZombie(newFolder());
      try {
        for (const pid of [zombie.pid, process.pid]) {
          writeFileSync(
            path.join(dataDir, 'postgres', 'postmaster.pid'),
            `${pid}\n${dataDir}/postgres\n1700000000\n5432\n/tmp\n\n  0 0\nready\n`,
          );
          const product = await startProduct({ dataDir, port: await findPort(), environment });
          await requireHealthy(product.url);
          await product.stop();
        }
      } finally {
        zombie.end();
      }
    },
  },
];
