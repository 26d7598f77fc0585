import { randomUUID } from 'node:crypto';
import { now } from '#lib/platform/clock.ts';
import { BackupError } from '../backup-error.ts';
import type { Claim } from './location.ts';

/** What a lease needs of a bucket. `at`: when the server wrote it, by its own clock (milliseconds since 1970). */
export type LeaseBucket = {
  write: (key: string) => Promise<void>;
  list: (prefix: string) => AsyncIterable<{ key: string; at: number }>;
  remove: (key: string) => Promise<void>;
};

export type LeaseTimes = { leaseMs: number; renewMs: number };
const TIMES: LeaseTimes = { leaseMs: 10 * 60_000, renewMs: 60_000 };

/**
 * Claims a part of a bucket, which knows no locks. Whoever wants it writes a key of its own below `prefix` and then looks for others there
 * that are younger than the lease, by the server's clock: if there is one, it takes its own away and gives up. Two that come at the same
 * moment may both give up; never do both stay, because listings show what was written before. The key is written anew while the claim
 * lasts. A claim that could not be renewed for half of the lease counts as lost.
 * @param name of the location, in words
 * @throws BackupError when another backup has the claim, or had it and was cut off within the lease
 */
export async function claimLease(bucket: LeaseBucket, prefix: string, name: string, times = TIMES): Promise<Claim> {
  const own = `${prefix}/${randomUUID()}`;
  const age = startClock();
  try {
    await bucket.write(own);
    await requireAlone(bucket, { prefix, own, name, leaseMs: times.leaseMs });
  } catch (error) {
    // without an answer the key stays, and holds others up for the time of a lease
    await bucket.remove(own).catch(() => undefined);
    throw error;
  }
  return holdLease(bucket, { own, name, age, times });
}

/** Finds that nobody else has a claim, and removes those that are over. */
async function requireAlone(
  bucket: LeaseBucket,
  { prefix, own, name, leaseMs }: Record<'prefix' | 'own' | 'name', string> & { leaseMs: number },
) {
  let written: number | undefined;
  const others: { key: string; at: number }[] = [];
  for await (const entry of bucket.list(prefix)) {
    if (entry.key === own) written = entry.at;
    else others.push(entry);
  }
  if (written === undefined) {
    throw new BackupError(
      `${name} does not list what was just written to it, so backups there could interfere with each other. Use another place.`,
    );
  }
  const at = written;
  if (!others.every((other) => at - other.at > leaseMs)) {
    const minutes = Math.ceil(leaseMs / 60_000);
    throw new BackupError(
      `Another backup to ${name} is running, or was cut off within the last ${minutes} minutes. Wait until it is over.`,
    );
  }
  for (const { key } of others) await bucket.remove(key);
}

type Lease = { own: string; name: string; age: Clock; times: LeaseTimes };

function holdLease(bucket: LeaseBucket, { own, name, age: first, times: { leaseMs, renewMs } }: Lease): Claim {
  let age = first;
  let isReleased = false;
  // once late, never again: somebody else may have taken it
  let isLost = false;
  const isLate = () => {
    isLost ||= age() > leaseMs / 2;
    return isLost;
  };
  const renew = async () => {
    if (isLate()) return;
    const renewed = startClock();
    await bucket.write(own);
    age = renewed;
    // one that was under way when the claim was released
    if (isReleased) await bucket.remove(own);
  };
  const timer = setInterval(() => void renew().catch(() => undefined), renewMs);
  timer.unref();
  return {
    isLocked: true,
    requireHeld() {
      if (isReleased) throw new BackupError(`The claim to ${name} was given back.`);
      if (!isLate()) return;
      throw new BackupError(`The claim to ${name} could not be renewed in time, so another backup may be running. Run this again.`);
    },
    async release() {
      isReleased = true;
      clearInterval(timer);
      // it says nothing of the backup, and is over by itself
      await bucket.remove(own).catch(() => undefined);
    },
  };
}

/** Milliseconds since it was started. */
type Clock = () => number;

/** By both clocks of the machine: one stands still while it sleeps, the other may be set back. */
function startClock(): Clock {
  const [running, ofDay] = [performance.now(), now().getTime()];
  return () => Math.max(performance.now() - running, now().getTime() - ofDay);
}
