import { readdirSync, readFileSync } from 'node:fs';

export type Found = { pid: number; command: string };

/**
 * Every process, zombies left out, that has the mark in its command line or environment, found through /proc (Linux): the
 * programs of a product started on a data folder, wherever they hang in the tree of processes.
 */
export function listProcesses(mark: string): Found[] {
  const found: Found[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const command = read(`/proc/${name}/cmdline`);
    if (command === '' || isZombie(name)) continue;
    if (command.includes(mark) || read(`/proc/${name}/environ`).includes(mark) || isServerChild(name, mark)) {
      found.push({ pid, command: command.replaceAll('\0', ' ').trim() });
    }
  }
  return found;
}

/** PostgreSQL's own children rewrite their command line; their parent has the mark. */
function isServerChild(name: string, mark: string): boolean {
  const stat = read(`/proc/${name}/stat`);
  if (!stat.includes('(postgres)')) return false;
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return read(`/proc/${parent}/cmdline`).includes(mark);
}

/** The processes below one in the tree of processes, zombies left out, found through /proc (Linux). */
export function listDescendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || isZombie(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [...(children.get(pid) ?? [])];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

/** Peak resident memory of a process in MB. */
export function peakMemory(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

/** Resident memory of a process in MB now, 0 when it is gone. Memory that processes share counts in each. */
export function residentMemory(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

function isZombie(name: string): boolean {
  const stat = read(`/proc/${name}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z';
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
