import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

type Listening = { url: string; port: number; close: () => Promise<void> };

/** Has a server listen on loopback, at a free port. `close` ends the open connections of an HTTP server, too. */
export async function listen(server: Server & Partial<Pick<HttpServer, 'closeAllConnections'>>): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections?.();
        server.close(() => resolve());
      }),
  };
}
