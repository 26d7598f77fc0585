import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Control } from '#lib/deployment/stand-in/faults.ts';
import type { StandInState } from '#lib/deployment/stand-in/remote-stand-in.ts';

export type SpawnedStandIn = {
  url: string;
  key: string;
  /** Changes its settings. */
  control: (control: Partial<Control>) => Promise<void>;
  state: () => Promise<StandInState>;
  close: () => Promise<void>;
};

/** Starts the stand-in of a deployment as a process of its own. */
export async function spawnStandIn(control: Partial<Control> = {}): Promise<SpawnedStandIn> {
  const key = 'key-of-the-stand-in-f7c1';
  const child = spawn(process.execPath, [path.resolve('dist/remote-stand-in.mjs'), '0', key], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The stand-in ended with code ${code}.`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /http:\/\/\S+/.exec(chunk.toString());
      if (found) resolve(found[0]);
    });
  });
  const ask = async (init?: RequestInit) => (await (await fetch(`${url}/control`, init)).json()) as StandInState;
  const change = async (next: Partial<Control>) => void (await ask({ method: 'PUT', body: JSON.stringify(next) }));
  await change(control);
  return {
    url,
    key,
    control: change,
    state: () => ask(),
    close: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}
