import { createHash } from 'node:crypto';

const LINE_END = 0x0a;

export type Measured = { rows: number; sha256: string };

/** Passes on rows in the text form of `COPY`, and counts and hashes them. A row is a line: line ends inside are written as `\n`. */
export function measureRows(): { pass: (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>; measured: () => Measured } {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    async *pass(source) {
      for await (const chunk of source) {
        hash.update(chunk);
        for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
        yield chunk;
      }
    },
    measured: () => ({ rows, sha256: hash.digest('hex') }),
  };
}
