import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type BreakableConnection = {
  /** The address that leads through here. */
  url: string;
  /** Ends all connections and refuses new ones. */
  break: () => void;
  /** Lets connections through again. */
  mend: () => void;
  close: () => Promise<void>;
};

/**
 * A way to a server that can be broken and mended, as if the server were stopped and started.
 * @param target of a PostgreSQL database (TCP or Unix socket), or of an HTTP server
 * @param watch called for each connection; gets what its client sends, in pieces as they come
 */
export async function createBreakableConnection(target: string, watch?: () => (chunk: Buffer) => void): Promise<BreakableConnection> {
  const url = new URL(target.replace('@/', '@socket/'));
  const socketFolder = url.searchParams.get('host');
  const open = () =>
    socketFolder?.startsWith('/')
      ? connect(`${socketFolder}/.s.PGSQL.${url.searchParams.get('port') ?? 5432}`)
      : connect(Number(url.port || 5432), url.hostname);
  const sockets = new Set<Socket>();
  let isBroken = false;
  const server = createServer((near) => {
    if (isBroken) {
      near.destroy();
      return;
    }
    const far = open();
    if (watch) near.on('data', watch());
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  through.searchParams.delete('host');
  through.searchParams.delete('port');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href.replace(/\/$/, ''),
    break() {
      isBroken = true;
      end();
    },
    mend() {
      isBroken = false;
    },
    close() {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
