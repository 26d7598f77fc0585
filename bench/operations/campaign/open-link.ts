import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a link does: `open` lets everything through · `cut` ends its connections and refuses new ones · `silent` takes connections and
 * lets nothing through, as a network that loses packets does; what was sent arrives once it is open again · `slow` holds each piece up.
 */
export type LinkMode = 'open' | 'cut' | 'silent' | 'slow';

export type Link = {
  port: number;
  set: (mode: LinkMode) => void;
  close: () => Promise<void>;
};

const SLOW_MS = 150;

/**
 * A way over this machine's loopback that can be cut, silenced and slowed down.
 * @param targets connections go to them in turn, and past one that refuses
 */
export async function openLink(targets: readonly NetConnectOpts[]): Promise<Link> {
  let mode: LinkMode = 'open';
  let turn = 0;
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();

  const pass = async () => {
    while (mode === 'silent') await new Promise<void>((resolve) => waiting.add(resolve));
    if (mode === 'slow') await sleep(SLOW_MS);
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const reach = async (): Promise<Socket | null> => {
    const first = turn++;
    for (let step = 0; step < targets.length; step += 1) {
      const socket = keep(connect({ ...(targets[(first + step) % targets.length] as NetConnectOpts), allowHalfOpen: true }));
      const isThere = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('close', () => resolve(false));
      });
      if (isThere) return socket;
    }
    return null;
  };
  const take = async (near: Socket) => {
    await pass();
    const far = await reach();
    if (far === null || near.destroyed) {
      near.destroy();
      far?.destroy();
      return;
    }
    for (const socket of [near, far]) socket.setNoDelay(true);
    await Promise.all([pump(near, far, pass), pump(far, near, pass)]);
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near);
    if (mode === 'cut') reset(near);
    else void take(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const end = () => {
    for (const socket of sockets) reset(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      mode = next;
      wake();
      if (mode === 'cut') end();
    },
    close() {
      mode = 'cut';
      wake();
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Carries what comes from one end to the other. An end that broke is told to the other side only when the link lets things pass. */
async function pump(from: Socket, to: Socket, pass: () => Promise<void>): Promise<void> {
  try {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      await pass();
      if (to.destroyed) return;
      if (!to.write(chunk)) await new Promise<void>((resolve) => to.once('drain', resolve).once('close', resolve));
    }
    await pass();
    to.end();
  } catch {
    await pass();
    reset(to);
  }
}

/** Ends a connection as one that broke; a Unix socket knows no such end. */
function reset(socket: Socket): void {
  if (socket.remoteFamily) socket.resetAndDestroy();
  else socket.destroy();
}
