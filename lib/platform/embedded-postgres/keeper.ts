import { spawn } from 'node:child_process';
import type { Binaries } from './binaries.ts';
import { type RunAs, wrap } from './run-as.ts';
import { serverEnvironment, serverSettings } from './server-settings.ts';

/**
 * The keeper of the server: starts it, and when its own standard input ends (the launcher stopped or was killed) asks the
 * server to shut down fast. So no server outlives its launcher, however that ends. A background process of sh reads from
 * /dev/null, therefore the input is handed on as descriptor 4. Descriptor 3 is the server's lock, which only the server keeps.
 */
const KEEPER = `exec 4<&0; "$0" "$@" 4<&- & server=$!; exec 3>&-; ( cat <&4 >/dev/null; kill -INT $server 2>/dev/null ) & wait $server`;

/** A server that runs. */
export type Keeper = {
  exited: Promise<number | null>;
  /** The last of what the server said. */
  output: () => string;
  /** Asks the server to end, and waits for it. */
  stop: () => Promise<void>;
};

export type KeeperOptions = {
  as: RunAs;
  binaries: Binaries;
  folder: string;
  socketFolder: string;
  durable: boolean;
  /** The descriptor of the server's lock. */
  lock: number;
};

/** Starts the server under its keeper. */
export function startKeeper({ as, binaries, folder, socketFolder, durable, lock }: KeeperOptions): Keeper {
  const run = wrap(as, 'sh', ['-c', KEEPER, binaries.postgres, '-D', folder, ...serverSettings(socketFolder, durable)]);
  // a session of its own: Ctrl-C in the terminal must not reach the server before the programs that use it
  const keeper = spawn(run.command, run.args, {
    ...run.options,
    env: serverEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', lock],
  });
  let text = '';
  keeper.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4000);
  });
  const exited = new Promise<number | null>((resolve) => {
    keeper.once('error', () => resolve(null));
    keeper.once('exit', (code) => {
      // ends the keeper's cat
      keeper.stdin?.destroy();
      resolve(code);
    });
  });
  keeper.stdin?.on('error', () => undefined);
  return {
    exited,
    output: () => text,
    async stop() {
      keeper.stdin?.end();
      await exited;
    },
  };
}
