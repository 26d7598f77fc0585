import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Where a process runs, as far as process ids mean something: two containers on one machine have the same `boot` and different
 * `namespace`s. `boot` and `namespace` are empty where the system has none (macOS).
 */
export type ProcessPlace = { host: string; boot: string; namespace: string };

/** The place of this process. */
export function getProcessPlace(): ProcessPlace {
  return {
    host: hostname(),
    boot: tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: tryRead(() => readlinkSync('/proc/self/ns/pid')),
  };
}

/** True when a process id of one place names the same process in the other. */
export function isSamePlace(one: ProcessPlace, other: ProcessPlace): boolean {
  return isSameBoot(one, other) && one.namespace === other.namespace;
}

/** True when both are on one running machine, so that its locks hold between them. */
export function isSameBoot(one: ProcessPlace, other: ProcessPlace): boolean {
  return one.boot === other.boot && (one.boot !== '' || one.host === other.host);
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
