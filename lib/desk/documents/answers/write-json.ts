import { isLongerThan } from './shorten-json.ts';

/** What is shorter is written at once. */
const PIECE_BYTES = 64 * 1024;

/** The JSON of a value in pieces, so that other work gets its turn while a large one is written. A text is given as it is. */
export function* writeJson(value: unknown): Generator<Buffer> {
  if (typeof value === 'string') yield Buffer.from(value);
  else yield* collect(writeParts(value));
}

function* writeParts(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || !isLongerThan(value, PIECE_BYTES)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) {
      yield at === 0 ? '[' : ',';
      yield* writeParts(entry);
    }
    yield ']';
  } else {
    let before = '{';
    for (const [name, entry] of Object.entries(value)) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* writeParts(entry);
      before = ',';
    }
    yield '}';
  }
}

function* collect(parts: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
