import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { type Check, require } from '../../product/run-checks.ts';
import { findPort, spawnProduct } from '../../product/start-product.ts';
import { newDataDir, newFolder, requireRefusal } from './trap-setup.ts';

const isRoot = process.getuid?.() === 0;

/** Starts that cannot work end by themselves, with a sentence for the person. */
export const REFUSAL_CHECKS: Check[] = [
  {
    name: 'a taken port is one sentence',
    async run() {
      const server = createServer();
      const port = await findPort();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      await requireRefusal(newDataDir(), port, /^Port \d+ on 127\.0\.0\.1 is taken by another program: choose another by PORT.*$/);
      server.close();
    },
  },
  {
    name: 'a folder that cannot be written is one sentence',
    async run() {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'file'), '');
      chmodSync(folder, 0o555);
      // root may write anywhere, but not below a file
      const dataDir = isRoot ? path.join(folder, 'file', 'data') : path.join(folder, 'data');
      await requireRefusal(dataDir, await findPort(), /^The data folder .* cannot be written \((EACCES|ENOTDIR)\).*$/);
    },
  },
  {
    name: 'wrong settings are named',
    async run() {
      const product = spawnProduct({ dataDir: newDataDir(), port: 99_999, environment: { COUNTERSIGN_LOG_LEVEL: 'loud' } });
      require((await product.exited) === 1, 'It did not end with 1.');
      require(/PORT: /.test(product.output()) && /COUNTERSIGN_LOG_LEVEL: /.test(product.output()), product.output());
    },
  },
];
