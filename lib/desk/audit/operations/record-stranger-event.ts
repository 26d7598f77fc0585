import type { Log } from '#lib/platform/log.ts';
import type { Desk } from '../../context/desk.ts';
import { withAuditOrigin } from '../audit-origin.ts';
import { recordEvent } from './record-event.ts';

/** So many entries at once, then one more for each of `REFILL_MS`: at most some 3,000 in a day. */
const BURST = 100;
const REFILL_MS = 30_000;
/** What was left out is told so often. */
const TELL_MS = 5 * 60_000;
/** The longest address of an e-mail. */
const MAX_LENGTH = 254;

/** Records in the audit trail what somebody did who is not signed in. */
export type RecordStrangerEvent = (event: string, detail: Record<string, unknown>) => Promise<void>;

/**
 * Makes the operation that records what strangers do, e.g. `sign_in.failed`. Anybody can cause such entries, so they are
 * bounded: a flood of them neither fills the disk nor holds up whoever else writes the trail. How many were left out is an
 * entry too (`sign_in.left_out`). Texts lose control characters and are cut to 254 characters.
 */
export function createStrangerRecorder(desk: Desk, log: Log, options: { tellMs?: number } = {}): RecordStrangerEvent {
  let tokens = BURST;
  let at = Date.now();
  let leftOut = 0;
  let isToBeTold = false;

  function takeToken(): boolean {
    const gained = Math.floor((Date.now() - at) / REFILL_MS);
    // a clock that was set back gives nothing
    if (gained !== 0) {
      tokens = Math.min(BURST, tokens + Math.max(0, gained));
      at = Date.now();
    }
    if (tokens === 0) return false;
    tokens -= 1;
    return true;
  }

  function tellLater(): void {
    if (isToBeTold) return;
    isToBeTold = true;
    setTimeout(tell, options.tellMs ?? TELL_MS).unref();
  }

  async function tell(): Promise<void> {
    isToBeTold = false;
    const entries = leftOut;
    leftOut = 0;
    try {
      await withAuditOrigin({ address: null, session: null }, () => recordEvent(desk, null, 'sign_in.left_out', { entries }));
    } catch (error) {
      leftOut += entries;
      tellLater();
      log.warn('the audit trail cannot be written', { error });
    }
  }

  return async (event, detail) => {
    if (takeToken()) return recordEvent(desk, null, event, harmlessTexts(detail));
    leftOut += 1;
    tellLater();
  };
}

function harmlessTexts(detail: Record<string, unknown>): Record<string, unknown> {
  const harmless = (value: unknown) =>
    typeof value === 'string' ? [...value.replaceAll(/\p{C}/gu, '·')].slice(0, MAX_LENGTH).join('') : value;
  return Object.fromEntries(Object.entries(detail).map(([key, value]) => [key, harmless(value)]));
}
