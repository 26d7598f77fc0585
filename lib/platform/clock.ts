import { randomBytes } from 'node:crypto';

/** The present time. */
export function now(): Date {
  return new Date();
}

let last = 0;
let counter = 0;

/**
 * A new identifier: UUID version 7 (RFC 9562 §5.7, 48 bits of Unix milliseconds, then method 1: a 12 bit counter
 * within the millisecond, then 62 random bits). Those of one process sort in the order in which they were made.
 */
export function newId(): string {
  const time = Date.now();
  if (time > last) {
    last = time;
    counter = 0;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      last += 1;
      counter = 0;
    }
  }
  return toId(last, counter);
}

/** A new identifier as one that was made at a time: it sorts among those of that time. */
export function newIdOf(at: Date): string {
  return toId(at.getTime(), randomBytes(2).readUInt16BE() & 0xfff);
}

function toId(time: number, count: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(time, 0, 6);
  bytes[6] = 0x70 | (count >> 8);
  bytes[7] = count & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
