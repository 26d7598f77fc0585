import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimLease, type LeaseBucket } from './s3-lease.ts';

const TIMES = { leaseMs: 600_000, renewMs: 60_000 };

/** A bucket with a clock of its own, as a server has. */
class Bucket implements LeaseBucket {
  readonly keys = new Map<string, number>();
  isAway = false;
  isForgetful = false;

  async write(key: string): Promise<void> {
    if (this.isAway) throw new Error('away');
    if (!this.isForgetful) this.keys.set(key, Date.now() + 7 * 3_600_000);
  }

  async *list(prefix: string) {
    for (const [key, at] of this.keys) if (key.startsWith(`${prefix}/`)) yield { key, at };
  }

  async remove(key: string): Promise<void> {
    this.keys.delete(key);
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const claim = (bucket: LeaseBucket) => claimLease(bucket, 'lock', 'the place', TIMES);

test('of two that come at the same moment at most one has the claim', async () => {
  const bucket = new Bucket();
  const outcomes = await Promise.allSettled([claim(bucket), claim(bucket), claim(bucket)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  expect(bucket.keys.size).toBeLessThanOrEqual(1);
});

test('a claim is kept for as long as it lasts, and given back', async () => {
  const bucket = new Bucket();
  const held = await claim(bucket);
  await vi.advanceTimersByTimeAsync(3 * TIMES.leaseMs);
  await expect(claim(bucket)).rejects.toThrow('Another backup to the place is running, or was cut off within the last 10 minutes.');
  held.requireHeld();
  await held.release();
  await vi.advanceTimersByTimeAsync(TIMES.leaseMs);
  expect(bucket.keys.size).toBe(0);
});

test('what a killed backup left gives way after the time of a lease', async () => {
  const bucket = new Bucket();
  await bucket.write('lock/of-one-that-was-killed');
  await vi.advanceTimersByTimeAsync(TIMES.leaseMs - 1_000);
  await expect(claim(bucket)).rejects.toThrow('Another backup');
  await vi.advanceTimersByTimeAsync(2_000);
  const held = await claim(bucket);
  expect([...bucket.keys.keys()]).not.toContain('lock/of-one-that-was-killed');
  await held.release();
});

test('a claim that could not be renewed in time is lost, also when the bucket answers again', async () => {
  const bucket = new Bucket();
  const held = await claim(bucket);
  bucket.isAway = true;
  await vi.advanceTimersByTimeAsync(TIMES.leaseMs / 2 - 60_000);
  held.requireHeld();
  await vi.advanceTimersByTimeAsync(120_000);
  bucket.isAway = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(() => held.requireHeld()).toThrow('could not be renewed in time');
});

test('a bucket that does not list what was just written is refused', async () => {
  const bucket = new Bucket();
  bucket.isForgetful = true;
  await expect(claim(bucket)).rejects.toThrow('does not list what was just written');
});
