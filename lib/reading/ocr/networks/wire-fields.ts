/** A field of a protocol buffer: its number, its wire type, and the bytes of its value (without their count). */
export type WireField = { number: number; type: number; value: Uint8Array };

const [VARINT, EIGHT_BYTES, COUNTED, FOUR_BYTES] = [0, 1, 2, 5];
const MORE = 0x80;
const LONGEST_VARINT = 10;

/**
 * Takes a message of the protocol buffers' wire format apart; values are views, not copies. Throws RangeError when it is cut off.
 * Source: protobuf.dev, Encoding.
 */
export function readFields(bytes: Uint8Array): WireField[] {
  const fields: WireField[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at);
    const type = tag.value % 8;
    let start = tag.end;
    let end = start;
    if (type === VARINT) end = readVarint(bytes, start).end;
    else if (type === EIGHT_BYTES) end += 8;
    else if (type === FOUR_BYTES) end += 4;
    else if (type === COUNTED) {
      const count = readVarint(bytes, start);
      start = count.end;
      end = start + count.value;
    } else throw new RangeError('This is not a protocol buffer.');
    if (end > bytes.length) throw new RangeError('This protocol buffer is cut off.');
    fields.push({ number: Math.floor(tag.value / 8), type, value: bytes.subarray(start, end) });
    at = end;
  }
  return fields;
}

/** The inverse of `readFields`. */
export function writeFields(fields: readonly WireField[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { number, type, value } of fields) {
    parts.push(varint(number * 8 + type));
    if (type === COUNTED) parts.push(varint(value.length));
    parts.push(value);
  }
  return Buffer.concat(parts);
}

/** A field of text or of a nested message. */
export function countedField(number: number, value: string | Uint8Array): WireField {
  return { number, type: COUNTED, value: typeof value === 'string' ? new TextEncoder().encode(value) : value };
}

/** A field of a whole number from 0 on. */
export function integerField(number: number, value: number): WireField {
  return { number, type: VARINT, value: varint(value) };
}

/** A field of a 32-bit float. */
export function floatField(number: number, value: number): WireField {
  return { number, type: FOUR_BYTES, value: new Uint8Array(Float32Array.of(value).buffer) };
}

/** The whole numbers of a repeated field, packed or not. */
export function integersOf(fields: readonly WireField[], number: number): number[] {
  const found: number[] = [];
  for (const field of fields) {
    if (field.number !== number) continue;
    for (let at = 0; at < field.value.length; ) {
      const { value, end } = readVarint(field.value, at);
      found.push(value);
      at = end;
    }
  }
  return found;
}

/** The texts of a repeated field. */
export function textsOf(fields: readonly WireField[], number: number): string[] {
  return fields.filter((field) => field.number === number).map(({ value }) => new TextDecoder().decode(value));
}

/** The 32-bit floats of a field or several, packed or not. */
export function floatsOf(fields: readonly WireField[], number: number): Float32Array {
  const bytes = Buffer.concat(fields.filter((field) => field.number === number).map(({ value }) => value));
  // a copy of its own lies where floats may begin
  return new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4));
}

function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let [value, factor] = [0, 1];
  for (let at = start; at < bytes.length; at++, factor *= MORE) {
    if (at - start >= LONGEST_VARINT) throw new RangeError('This is not a protocol buffer.');
    value += (bytes[at]! % MORE) * factor;
    if (bytes[at]! < MORE) return { value, end: at + 1 };
  }
  throw new RangeError('This protocol buffer is cut off.');
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) + MORE);
  return Uint8Array.from([...bytes, rest]);
}
