import { createHash } from 'node:crypto';
import { DamageError } from '../backup-error.ts';

const LINE_BYTES = 65;

/** Bytes behind a line with their SHA-256, so that a change of any byte is noticed. */
export function addChecksum(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${createHash('sha256').update(bytes).digest('hex')}\n`), bytes]);
}

/** The reverse. @param what in words @throws DamageError */
export function takeChecksum(checked: Buffer, what: string): Buffer {
  const bytes = checked.subarray(LINE_BYTES);
  const line = `${createHash('sha256').update(bytes).digest('hex')}\n`;
  if (checked.subarray(0, LINE_BYTES).toString('latin1') !== line) throw new DamageError(`${what} is damaged.`);
  return bytes;
}
