import { spawn } from 'node:child_process';

/** A deployment of its own for a test; it knows what it was sent, and does what it is told (see `lib/deployment/stand-in`). */
export type StandIn<State = unknown> = {
  address: string;
  /** What it has, after a change of how it behaves. */
  control: (change?: object) => Promise<State>;
  stop: () => void;
};

/** Starts a stand-in for a document service as a process of its own. @throws Error when it ends before it answers */
export async function startStandIn<State = unknown>(apiKey: string): Promise<StandIn<State>> {
  const child = spawn(process.execPath, ['dist/remote-stand-in.mjs', '0', apiKey], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The stand-in ended with ${code}.`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /http:\/\/[\d.:]+/.exec(chunk.toString());
      if (found) resolve(found[0]);
    });
  });
  return {
    address,
    control: async (change) => {
      const answer = await fetch(`${address}/control`, change ? { method: 'PUT', body: JSON.stringify(change) } : {});
      return (await answer.json()) as State;
    },
    stop: () => child.kill(),
  };
}
