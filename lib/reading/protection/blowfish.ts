const BLOCK = 8;
const ROUNDS = 16;
const SUBKEYS = ROUNDS + 2;
const BOXES = 4;
const BOX = 256;
const WORDS = SUBKEYS + BOXES * BOX;

type Schedule = { subkeys: Uint32Array; boxes: Uint32Array };

let initial: Uint32Array | undefined;

/** The tables that Blowfish begins with are the digits of π after the point, here computed by Machin's formula. */
function digitsOfPi(): Uint32Array {
  if (initial) return initial;
  const guard = 64n;
  const bits = BigInt(WORDS) * 32n + guard;
  const arctan = (inverse: bigint): bigint => {
    let power = (1n << bits) / inverse;
    let sum = power;
    for (let odd = 3n, sign = -1n; power > 0n; odd += 2n, sign = -sign) {
      power /= inverse * inverse;
      sum += (sign * power) / odd;
    }
    return sum;
  };
  const pi = 4n * (4n * arctan(5n) - arctan(239n));
  const hex = ((pi & ((1n << bits) - 1n)) >> guard).toString(16).padStart(WORDS * 8, '0');
  initial = Uint32Array.from({ length: WORDS }, (_, index) => Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16));
  return initial;
}

/** Encrypts two halves of a block in place (B. Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher", 1993). */
function encrypt({ subkeys, boxes }: Schedule, halves: Uint32Array): void {
  let [left, right] = [halves[0]!, halves[1]!];
  for (let round = 0; round < ROUNDS; round++) {
    left = (left ^ subkeys[round]!) >>> 0;
    const sum = (boxes[left >>> 24]! + boxes[BOX + ((left >>> 16) & 0xff)]!) | 0;
    right = (right ^ (((sum ^ boxes[2 * BOX + ((left >>> 8) & 0xff)]!) + boxes[3 * BOX + (left & 0xff)]!) | 0)) >>> 0;
    [left, right] = [right, left];
  }
  halves[0] = right ^ subkeys[ROUNDS + 1]!;
  halves[1] = left ^ subkeys[ROUNDS]!;
}

function scheduleOf(key: Uint8Array): Schedule {
  const start = digitsOfPi();
  const schedule = { subkeys: start.slice(0, SUBKEYS), boxes: start.slice(SUBKEYS) };
  for (let index = 0, at = 0; index < SUBKEYS; index++) {
    let word = 0;
    for (let byte = 0; byte < 4; byte++, at++) word = (word << 8) | key[at % key.length]!;
    schedule.subkeys[index]! ^= word;
  }
  const halves = new Uint32Array(2);
  for (const table of [schedule.subkeys, schedule.boxes]) {
    for (let index = 0; index < table.length; index += 2) {
      encrypt(schedule, halves);
      table.set(halves, index);
    }
  }
  return schedule;
}

/** Blowfish in cipher feedback of whole blocks, which Node's own ciphers no longer offer. */
export function blowfishCfb(key: Uint8Array, iv: Uint8Array, data: Uint8Array, direction: 'encrypt' | 'decrypt'): Buffer {
  const schedule = scheduleOf(key);
  const feedback = Buffer.from(iv.subarray(0, BLOCK));
  const result = Buffer.alloc(data.length);
  const halves = new Uint32Array(2);
  for (let at = 0; at < data.length; at++) {
    const place = at % BLOCK;
    if (place === 0) {
      halves.set([feedback.readUInt32BE(0), feedback.readUInt32BE(4)]);
      encrypt(schedule, halves);
      feedback.writeUInt32BE(halves[0]!, 0);
      feedback.writeUInt32BE(halves[1]!, 4);
    }
    result[at] = data[at]! ^ feedback[place]!;
    feedback[place] = direction === 'encrypt' ? result[at]! : data[at]!;
  }
  return result;
}
