import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { releaseLock } from '../documents/document-lock.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { sendApproval, whenApprovalsSettled } from './approvals.ts';

const PAUSE = { pauseMs: 1 };
const LIMIT = { timeout: 60_000 };

function later<T>() {
  let settle: { resolve(value: T): void; reject(error: unknown): void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error('no promise');
  return { promise, ...settle };
}

describe('an approval nobody waits for', () => {
  const page = new EventTarget();
  const requests: string[] = [];
  beforeEach(() => {
    requests.length = 0;
    vi.stubGlobal('window', page);
    vi.stubGlobal('sessionStorage', { getItem: () => 'tab-of-the-test', setItem: () => undefined, removeItem: () => undefined });
    vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
      requests.push(`${method} ${path}`);
      return new Response(null, { status: 204 });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is sent again until the desk answers, and that is told once', async () => {
    const onWait = vi.fn();
    let tries = 0;
    const send = async () => {
      tries += 1;
      if (tries < 4) throw new ConnectionError('The desk cannot be reached.');
      return 'approved';
    };
    await expect(sendApproval('a', send, { onWait, ...PAUSE })).resolves.toBe('approved');
    expect(tries).toBe(4);
    expect(onWait).toHaveBeenCalledTimes(1);
  });

  it('ends with what refused it, and is not sent again then', async () => {
    let tries = 0;
    const send = async () => {
      tries += 1;
      throw new ProblemError('stale_revision');
    };
    await expect(sendApproval('b', send, { onWait: () => undefined, ...PAUSE })).rejects.toThrow('Someone else changed the document');
    expect(tries).toBe(1);
  });

  it('is given up when its time is over', async () => {
    const send = async () => {
      throw new ConnectionError('The desk cannot be reached.');
    };
    await expect(sendApproval('c', send, { onWait: () => undefined, limitMs: 5, ...PAUSE })).rejects.toThrow('The desk cannot be reached.');
  });

  it('does not go out any more when the machine slept past its time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      let tries = 0;
      const send = async () => {
        tries += 1;
        throw new ConnectionError('The desk cannot be reached.');
      };
      const fallAsleep = () => vi.setSystemTime(Date.now() + 8 * 3_600_000);
      await expect(sendApproval('g', send, { onWait: fallAsleep, ...PAUSE })).rejects.toThrow('The desk cannot be reached.');
      expect(tries).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has the browser warn before it is closed, until it is settled', async () => {
    const isWarned = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const answer = later<string>();
    const sent = sendApproval('d', () => answer.promise, { onWait: () => undefined });
    expect(isWarned()).toBe(true);
    answer.resolve('approved');
    await sent;
    expect(isWarned()).toBe(false);
  });

  it('keeps the lock of its document until it is settled', async () => {
    const answer = later<string>();
    const sent = sendApproval('e', () => answer.promise, { onWait: () => undefined });
    releaseLock('e');
    releaseLock('another');
    await vi.waitFor(() => expect(requests.some((one) => one.includes('/another/lock'))).toBe(true), LIMIT);
    expect(requests.some((one) => one.includes('/e/lock'))).toBe(false);
    answer.resolve('approved');
    await sent;
    await vi.waitFor(() => expect(requests.some((one) => one.includes('DELETE /api/documents/e/lock'))).toBe(true), LIMIT);
  });

  it('is waited for by what must not offer its document again, but not for ever', async () => {
    const answer = later<string>();
    const sent = sendApproval('f', () => answer.promise, { onWait: () => undefined });
    let isSettled = false;
    const waiting = whenApprovalsSettled(60_000).then(() => {
      isSettled = true;
    });
    await whenApprovalsSettled(1);
    expect(isSettled).toBe(false);
    answer.resolve('approved');
    await sent;
    await waiting;
    expect(isSettled).toBe(true);
  });
});
