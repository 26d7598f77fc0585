import { readFields, textsOf } from './wire-fields.ts';

// Numbers of the fields, from onnx.proto.
const METADATA = 14;
const ENTRY = { key: 1, value: 2 };
const CHARACTERS = 'character';

/** The dictionary that a recogniser's ONNX file states in its metadata, one character a line; null when it states none. */
export function statedCharacters(network: Uint8Array): string | null {
  const entries = readFields(network).filter(({ number }) => number === METADATA);
  for (const { value } of entries) {
    const fields = readFields(value);
    if (textsOf(fields, ENTRY.key)[0] === CHARACTERS) return textsOf(fields, ENTRY.value)[0] ?? null;
  }
  return null;
}
