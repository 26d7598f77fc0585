const LINE_END = 0x0a;
const TAB = 0x09;

/**
 * One column of rows in the text form of `COPY`: values without escapes, e.g. hashes. Of a row no more is kept than this value, however
 * long the rest is.
 * @param place of the column, from 0
 */
export async function* readColumn(rows: AsyncIterable<Uint8Array>, place: number): AsyncGenerator<string> {
  let column = 0;
  let value = '';
  for await (const chunk of rows) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    // tabs and line ends are never part of a longer sign in UTF-8, so bytes can be taken for signs
    for (let at = 0; at < bytes.length; ) {
      const end = findByte(bytes, LINE_END, { from: at, to: bytes.length });
      while (column <= place && at < end) {
        const stop = findByte(bytes, TAB, { from: at, to: end });
        if (column === place) value += bytes.toString('latin1', at, stop);
        if (stop < end) column += 1;
        at = Math.min(end, stop + 1);
      }
      if (end < bytes.length) {
        yield value;
        value = '';
        column = 0;
      }
      at = end + 1;
    }
  }
}

/** Where the byte is, or `to`. */
function findByte(bytes: Buffer, byte: number, { from, to }: { from: number; to: number }): number {
  const found = bytes.subarray(from, to).indexOf(byte);
  return found < 0 ? to : from + found;
}
