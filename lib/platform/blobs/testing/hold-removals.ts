import { createServer, request } from 'node:http';
import { listen } from '../../testing/listen.ts';

export type RemovalHold = {
  url: string;
  /** Addresses, without their queries, of the DELETE requests that wait here. */
  held: readonly string[];
  /** Lets them go on to the server, and those that come later at once. */
  release: () => void;
  close: () => Promise<void>;
};

/**
 * A way to an S3 server on which DELETE requests of a folder wait. Like S3, it refuses those whose signature is not good any more when they
 * go on; the server behind, made for tests, checks no signatures.
 * @param folder e.g. `files`
 */
export async function holdRemovals(endpoint: string, folder: string): Promise<RemovalHold> {
  const held: string[] = [];
  let open!: () => void;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const server = createServer(async (incoming, answer) => {
    const { method, headers, url = '' } = incoming;
    const [address = '', query] = url.split('?');
    if (method === 'DELETE' && address.includes(`/${folder}/`)) {
      held.push(address);
      await gate;
      if (hasExpired(new URLSearchParams(query), headers['x-amz-date'])) {
        answer.writeHead(403).end();
        return;
      }
    }
    const onward = request(new URL(url, endpoint), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  const { url, close } = await listen(server);
  return { url, held, release: open, close };
}

function hasExpired(query: URLSearchParams, header: unknown): boolean {
  const [, day = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(query.get('X-Amz-Date') ?? String(header)) ?? [];
  const signed = Date.parse(`${day.replace(/(....)(..)/, '$1-$2-')}T${time.replace(/(..)(..)/, '$1:$2:')}Z`);
  // without a limit of its own a signature holds for a quarter of an hour
  return !(Date.now() < signed + Number(query.get('X-Amz-Expires') ?? 900) * 1000);
}
