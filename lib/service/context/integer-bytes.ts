import { endianness } from 'node:os';

/** Unsigned integers of 32 bits as bytes, the lowest byte first. */
export function bytesOfIntegers(integers: Uint32Array): Buffer {
  return swapped(Buffer.from(Uint32Array.from(integers).buffer));
}

/** The integers of such bytes, in memory of their own. */
export function integersOfBytes(bytes: Buffer): Uint32Array {
  // a copy: the driver's buffers are parts of larger ones, at any offset
  const copy = new Uint8Array(bytes);
  swapped(Buffer.from(copy.buffer));
  return new Uint32Array(copy.buffer);
}

function swapped(bytes: Buffer): Buffer {
  return endianness() === 'BE' ? bytes.swap32() : bytes;
}
