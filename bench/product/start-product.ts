import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SET_UP_TOKEN } from './account.ts';
import { listProcesses } from './list-processes.ts';

/** The built product, started as a person starts it, on a data folder of its own. */
export type Product = {
  url: string;
  dataDir: string;
  /** All it has printed so far. */
  output: () => string;
  /** The process that was started: npm, or the launcher. */
  process: ChildProcess;
  exited: Promise<number | null>;
  /** SIGTERM, then waits. */
  stop: () => Promise<number | null>;
  /** SIGKILL to every process that belongs to it, the database included. */
  killAll: () => Promise<void>;
};

export type StartOptions = {
  dataDir: string;
  port: number;
  environment?: Record<string, string>;
  byNpm?: boolean;
  /** A command that runs the product, e.g. with process ids of its own. */
  inside?: readonly string[];
  /** The checkout whose product it is; this one by default. */
  rootDir?: string;
};

/** Starts it without waiting. Processes are told apart from others by their data folder. */
export function spawnProduct({ dataDir, port, environment = {}, byNpm = false, inside = [], rootDir = '.' }: StartOptions): Product {
  const [command = '', ...args] = [...inside, ...(byNpm ? ['npm', 'start'] : [process.execPath, 'dist/launcher.mjs'])];
  const child = spawn(command, args, {
    cwd: rootDir,
    // a group of its own, like a shell's job
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      COUNTERSIGN_DATA_DIR: dataDir,
      COUNTERSIGN_LOG_FORMAT: 'pretty',
      COUNTERSIGN_SET_UP_TOKEN: SET_UP_TOKEN,
      ...environment,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => text,
    process: child,
    exited,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async killAll() {
      await killAll(dataDir);
    },
  };
}

/** SIGKILL to every process that has the mark, until none is left. @throws Error when some do not go */
export async function killAll(mark: string): Promise<void> {
  for (const until = Date.now() + 60_000; ; await sleep(50)) {
    const left = listProcesses(mark);
    if (left.length === 0) return;
    if (Date.now() > until) throw new Error(`These do not end: ${left.map(({ pid, command }) => `${pid} ${command}`).join(', ')}`);
    for (const { pid } of left) tryKill(pid);
  }
}

/** Starts it and waits until it says that it is ready. @throws Error with its output when it ends or takes too long */
export async function startProduct(options: StartOptions): Promise<Product> {
  const product = spawnProduct(options);
  let code: number | null | undefined;
  product.exited.then((result) => {
    code = result;
  });
  for (const until = Date.now() + 400_000; !product.output().includes('Countersign is ready'); await sleep(50)) {
    if (code !== undefined || Date.now() > until) throw new Error(`The product did not start (code ${code}):\n${product.output()}`);
  }
  return product;
}

/** A port that is free now, and none of those that outgoing connections get from 32768 on. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Kills a process that may have ended by itself. */
export function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone already
  }
}
