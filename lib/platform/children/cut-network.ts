import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

/**
 * Takes the network away from this process: sockets, name look-ups, requests. For child processes that handle hostile files;
 * a second wall behind the empty network namespace that the pool asks the system for. The channel to the parent stays.
 */
export function cutNetwork(): void {
  const refuse = () => {
    throw new Error('This process has no network.');
  };
  net.Socket.prototype.connect = refuse as never;
  net.Server.prototype.listen = refuse as never;
  dgram.Socket.prototype.bind = refuse as never;
  dgram.Socket.prototype.send = refuse as never;
  dgram.Socket.prototype.connect = refuse as never;
  for (const [module, names] of [
    [net, ['connect', 'createConnection']],
    [tls, ['connect']],
    [http, ['request', 'get']],
    [https, ['request', 'get']],
    [dns, ['lookup', 'resolve', 'resolve4', 'resolve6']],
    [globalThis, ['fetch', 'WebSocket']],
  ] as const) {
    for (const name of names)
      if (name in module) Object.defineProperty(module, name, { value: refuse, writable: false, configurable: false });
  }
}
