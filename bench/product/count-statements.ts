import { createBreakableConnection } from '#lib/platform/testing/breakable-connection.ts';

/** A statement by its text, without what differs from run to run, and how often a program has run it. */
export type Counted = { program: string; text: string; count: number };

export type StatementCounter = {
  /** The address that leads through here. */
  url: string;
  /** What was run since the counter was made or `reset` was called. */
  list: () => Counted[];
  reset: () => void;
  close: () => Promise<void>;
};

const SSL_REQUEST = 80_877_103;

/**
 * A way to a PostgreSQL server that counts what clients run: each simple query and each `Execute` of the extended protocol is one
 * statement, `begin` and `commit` too. A text with several statements counts once, as it makes one trip.
 * @param target connection string
 */
export async function countStatements(target: string): Promise<StatementCounter> {
  const counts = new Map<string, Counted>();
  const count = (program: string, text: string) => {
    const key = `${program} ${text}`;
    const known = counts.get(key) ?? { program, text, count: 0 };
    known.count += 1;
    counts.set(key, known);
  };
  const { url, close } = await createBreakableConnection(target, () => readMessages(count));
  return { url, list: () => [...counts.values()], reset: () => counts.clear(), close };
}

/** Reads what one client sends, in pieces as they come. */
function readMessages(count: (program: string, text: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let program: string | null = null;
  const prepared = new Map<string, string>();
  let bound = '';

  const readMessage = (type: string, body: Buffer) => {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'Q') count(program ?? '', normalise(first));
    if (type === 'P') prepared.set(first, normalise(second));
    if (type === 'B') bound = prepared.get(second) ?? '';
    if (type === 'E') count(program ?? '', bound);
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // the first message has no type
      const head = program === null ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (head === 1) readMessage(String.fromCharCode(message[0]!), message.subarray(5));
      else if (message.readInt32BE(4) !== SSL_REQUEST) program = readProgram(message.subarray(8));
    }
  };
}

function readProgram(parameters: Buffer): string {
  const words = parameters.toString('latin1').split('\0');
  const at = words.indexOf('application_name');
  return at < 0 ? '' : (words[at + 1] ?? '');
}

/** Without figures, texts and the length of lists, so that the same statement has one text. */
function normalise(text: string): string {
  const plain = text.replaceAll(/'[^']*'/g, "''").replaceAll(/\$\d+|\b\d+\b/g, '$');
  return plain
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$(?:, \$)+/g, '$, …')
    .trim();
}
