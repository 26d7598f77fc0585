const LINE_END = '\n';

/** One column of rows in the text form of `COPY`: values without escapes, e.g. hashes. @param place of the column, from 0 */
export async function* readColumn(rows: AsyncIterable<Uint8Array>, place: number): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of rows) {
    // tabs and line ends are never part of a longer sign in UTF-8, so bytes can be taken for signs
    const lines = (rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')).split(LINE_END);
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.split('\t', place + 1)[place] ?? '';
  }
}
