import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDescendants } from '../../product/list-processes.ts';
import { tryKill } from '../../product/start-product.ts';
import { type Fault, nameFault } from './draw-faults.ts';
import type { KeptDatabase } from './keep-database.ts';
import type { Kept } from './keep-process.ts';
import type { LinkMode } from './open-link.ts';
import type { Cluster, Member } from './start-cluster.ts';

/** A fault that was done, and when. `note`: why it came to nothing. */
export type Inflicted = { fault: Fault; at: number; overAt: number; note?: string };

/** How long a fault waits until its target is whole again after the one before. */
const WHOLE_MS = 30_000;
/** How long one waits for a child process to end. */
const CHILD_MS = 10_000;
const FILLER = 'filler';
const MODES: Record<'cut' | 'silence' | 'slow', LinkMode> = { cut: 'cut', silence: 'silent', slow: 'slow' };

/**
 * Does the faults; they overlap, but one on the same target waits until that is whole again. Resolves when the last one is over.
 * @param tell gets a line for each
 */
export async function inflictFaults(cluster: Cluster, faults: readonly Fault[], tell: (line: string) => void): Promise<Inflicted[]> {
  const done: Inflicted[] = [];
  const lasts = new Map<string, Promise<void>>();
  const began = Date.now();
  const doOne = async (fault: Fault, number: number) => {
    if ('program' in fault) await untilRunning(cluster.find(fault.program, fault.copy));
    const at = Date.now();
    tell(`${String(Math.round((at - began) / 1000)).padStart(5)} s  ${number}/${faults.length}  ${nameFault(fault)}`);
    const note = await inflict(cluster, fault).catch((error: Error) => `it could not be done: ${error.message}`);
    if (note) tell(`         ${number}: ${note}`);
    done.push({ fault, at, overAt: Date.now(), ...(note ? { note } : {}) });
  };
  for (const [index, fault] of faults.entries()) {
    await sleep(fault.waitMs);
    const target = targetOf(fault);
    lasts.set(
      target,
      (lasts.get(target) ?? Promise.resolve()).then(() => doOne(fault, index + 1)),
    );
  }
  await Promise.all(lasts.values());
  return done;
}

function targetOf(fault: Fault): string {
  if ('program' in fault) return `${fault.program}-${fault.copy}`;
  return fault.kind.endsWith('storage') ? 'storage' : 'database';
}

/** @returns why it came to nothing, or undefined; when it is over */
async function inflict(cluster: Cluster, fault: Fault): Promise<string | undefined> {
  if (!('program' in fault)) return inflictOnServers(cluster, fault);
  const member = cluster.find(fault.program, fault.copy);
  switch (fault.kind) {
    case 'kill':
    case 'terminate':
      member.signal(fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM', fault.ms);
      await sleep(fault.ms);
      return undefined;
    case 'pause':
      return pause(member, fault.ms);
    case 'kill child':
      return killChild(member, fault.which);
    case 'disk full':
      return fillDisk(member, fault.ms);
    case 'clock':
      writeFileSync(member.clock, String(fault.offMs));
      await sleep(fault.ms);
      rmSync(member.clock);
      return undefined;
    default: {
      const link = member.links[fault.way];
      link?.set(MODES[fault.kind]);
      await sleep(fault.ms);
      link?.set('open');
      return undefined;
    }
  }
}

async function inflictOnServers({ database, storage }: Cluster, fault: Exclude<Fault, { program: string }>): Promise<string | undefined> {
  switch (fault.kind) {
    case 'end sessions':
      await database.endSessions(fault.share);
      return undefined;
    case 'kill database':
      database.signal('SIGKILL', fault.ms);
      await sleep(fault.ms);
      return undefined;
    case 'kill storage':
      storage.signal('SIGKILL', fault.ms);
      await sleep(fault.ms);
      return undefined;
    default:
      return pause(fault.kind === 'pause database' ? database : storage, fault.ms);
  }
}

async function pause(target: Pick<Kept | KeptDatabase, 'signal'>, ms: number): Promise<undefined> {
  target.signal('SIGSTOP');
  await sleep(ms);
  target.signal('SIGCONT');
}

/** Until the program can be used; where faults elsewhere keep it from that, until it runs at least. */
async function untilRunning(member: Member): Promise<void> {
  for (const until = Date.now() + WHOLE_MS; Date.now() < until && !(await member.isReady()); ) await sleep(200);
  while (member.pid() === null) await sleep(100);
}

async function killChild(member: Member, which: number): Promise<string | undefined> {
  for (const until = Date.now() + CHILD_MS; Date.now() < until; await sleep(50)) {
    const children = listDescendants(member.pid() ?? 0);
    const one = children[Math.floor(which * children.length)];
    if (one === undefined) continue;
    tryKill(one);
    return undefined;
  }
  return `${member.name} had no child process`;
}

async function fillDisk(member: Member, ms: number): Promise<undefined> {
  const file = path.join(member.folder, FILLER);
  const { bsize, bavail } = statfsSync(member.folder);
  writeFileSync(file, Buffer.alloc(bsize * bavail));
  await sleep(ms);
  rmSync(file);
}
