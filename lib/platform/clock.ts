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
  const bytes = randomBytes(16);
  bytes.writeUIntBE(last, 0, 6);
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
