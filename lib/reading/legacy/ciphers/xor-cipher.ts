/** Longer passwords are cut ([MS-OFFCRYPTO] 2.3.7.1). */
const LONGEST_PASSWORD = 15;
const FILLING = Buffer.from('bbffffbaffffb98000be0f00bf0f00', 'hex');
/** The matrix of [MS-OFFCRYPTO] 2.3.7.2 is this feedback register, turned once for each of its entries. */
const FEEDBACK = 0x1020;

function turned(register: number): number {
  const next = ((register << 1) | (register >> 15)) & 0xffff;
  return next & 1 ? next ^ FEEDBACK : next;
}

/** A character counts with its lower byte, or the upper where that is zero. */
function passwordBytes(password: string): Buffer {
  const codes = Array.from({ length: Math.min(LONGEST_PASSWORD, password.length) }, (_, index) => password.charCodeAt(index));
  return Buffer.from(codes.map((code) => code & 0xff || code >> 8));
}

function keyOf(password: Buffer): number {
  let [key, register, initial] = [0, 0x8000, 0xffff];
  for (const character of [...password].reverse()) {
    for (let bit = 0; bit < 8; bit++) {
      [register, initial] = [turned(register), turned(initial)];
      if (bit < 7 && (character >> bit) & 1) key ^= register;
    }
  }
  return password.length === 0 ? 0 : key ^ initial;
}

function verifierOf(password: Buffer): number {
  let verifier = 0;
  for (const character of [password.length, ...password].reverse()) {
    verifier = (((verifier << 1) & 0x7fff) | ((verifier >> 14) & 1)) ^ character;
  }
  return password.length === 0 ? 0 : verifier ^ 0xce4b;
}

/** What a file obscured by exclusive-or keeps of its password, and the sixteen bytes it is obscured with ([MS-OFFCRYPTO] 2.3.7). */
export function xorCipher(password: string): { key: number; verifier: number; array: Buffer } {
  const bytes = passwordBytes(password);
  const key = keyOf(bytes);
  const filled = Buffer.concat([bytes, FILLING]).subarray(0, 16);
  const array = Buffer.from(
    filled.map((byte, index) => {
      const mixed = byte ^ (index % 2 === 0 ? key & 0xff : key >> 8);
      return ((mixed << 7) | (mixed >> 1)) & 0xff;
    }),
  );
  return { key, verifier: verifierOf(bytes), array };
}
