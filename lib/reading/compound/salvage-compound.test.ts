import CFB from 'cfb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCompoundOrSalvage } from './compound-file.ts';
import { salvageCompound } from './salvage-compound.ts';

const LONG = Buffer.alloc(9000, 'invoice ');
const SHORT = Buffer.from('short');

function compound(): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/Long', LONG);
  CFB.utils.cfb_add(container, '/Short', SHORT);
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

describe('salvageCompound', () => {
  test('finds long and short streams as they were', () => {
    const streams = new Map(salvageCompound(compound()).map(({ name, bytes }) => [name, bytes]));
    expect(streams.get('Long')?.equals(LONG)).toBe(true);
    expect(streams.get('Short')?.equals(SHORT)).toBe(true);
  });

  test('a file that the strict reader refuses is opened with what can be reached', () => {
    const bytes = compound();
    // a listed table sector far outside the file
    bytes.writeUInt32LE(9_000_000, 0x50);
    bytes.writeUInt32LE(40, 0x2c);
    bytes.writeUInt32LE(7_000_000, 0x44);
    bytes.writeUInt32LE(3, 0x48);
    const cut = bytes.subarray(0, bytes.length - 100);
    const { container } = openCompoundOrSalvage(cut);
    expect(container.FullPaths.some((name) => name.endsWith('/Long'))).toBe(true);
  });

  test('never throws and never gives more than there is, whatever the numbers say', () => {
    const whole = compound();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 5), fc.nat(0xffffffff)), { maxLength: 30 }), (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes.writeUInt32LE(value, at);
        for (const stream of salvageCompound(bytes)) expect(stream.bytes.length).toBeLessThanOrEqual(whole.length);
      }),
      { numRuns: 200 },
    );
  });
});
