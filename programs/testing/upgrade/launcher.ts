import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { SET_UP_TOKEN } from './work/accounts.ts';

const START_MS = 300_000;

/** The built product of a checkout, running on a data folder. */
export type Launched = { url: string; output: () => string; stop: () => Promise<void> };

/** Starts the product of a checkout and waits until it is ready. @throws Error with its output when it ends or takes too long */
export async function startLauncher(options: { rootDir: string; dataDir: string; port: number }): Promise<Launched> {
  const child = spawn(process.execPath, ['dist/launcher.mjs'], {
    cwd: options.rootDir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      HOST: '127.0.0.1',
      PORT: String(options.port),
      COUNTERSIGN_DATA_DIR: options.dataDir,
      COUNTERSIGN_SET_UP_TOKEN: SET_UP_TOKEN,
      COUNTERSIGN_LOG_FORMAT: 'pretty',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  for (const end = Date.now() + START_MS; !output.includes('Countersign is ready'); await sleep(50)) {
    if (child.exitCode === null && Date.now() < end) continue;
    await stop();
    throw new Error(`The product of ${options.rootDir} did not start:\n${output}`);
  }
  return { url: `http://127.0.0.1:${options.port}`, output: () => output, stop };
}
