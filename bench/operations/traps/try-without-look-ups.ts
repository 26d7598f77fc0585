import { spawn, spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeskClient } from '../../product/desk-client.ts';
import { require } from '../../product/run-checks.ts';
import { createServiceClient } from '../../product/service-client.ts';
import { findPort, startProduct } from '../../product/start-product.ts';

/** An address of this machine that nothing else listens on. */
const RESOLVER = '127.77.0.53';
const READ_MS = 400_000;
/** Runs a program where names are asked of our resolver, and where children cannot be cut off from the network. */
const INSIDE =
  'mount --bind "$0" /etc/resolv.conf; for tool in unshare bwrap; do p=$(command -v $tool) && mount --bind "$1" "$p"; done; shift; exec "$@"';

/** The command before a program; null where the system does not allow it (it takes root). */
function findInside(folder: string): string[] | null {
  const settings = path.join(folder, 'resolv.conf');
  const refusing = path.join(folder, 'refuse');
  writeFileSync(settings, `nameserver ${RESOLVER}\noptions timeout:1 attempts:1\n`);
  writeFileSync(refusing, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const inside = ['unshare', '--mount', '--', 'sh', '-c', INSIDE, settings, refusing];
  const [command = '', ...args] = [...inside, 'grep', '-q', RESOLVER, '/etc/resolv.conf'];
  return process.getuid?.() === 0 && spawnSync(command, args, { stdio: 'ignore' }).status === 0 ? inside : null;
}

/** Records every name that is asked for, and says that there is none. */
async function startResolver(names: string[]): Promise<Socket> {
  const socket = createSocket('udp4', (question, from) => {
    const labels: string[] = [];
    for (let at = 12; question[at]; at += 1 + (question[at] as number)) {
      labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] as number)));
    }
    names.push(labels.join('.'));
    const answer = Buffer.from(question);
    answer[2] = (answer[2] as number) | 0x80;
    answer[3] = ((answer[3] as number) & 0xf0) | 3;
    socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(53, RESOLVER, resolve);
  });
  return socket;
}

/**
 * Starts the product where every name that any of its processes looks up is recorded, has it recognise a photo and a person open
 * it, and looks for names and for what reports to a vendor leave behind. Does nothing where the system does not allow it.
 */
export async function tryWithoutLookUps(folder: string, { environment, key }: { environment: Record<string, string>; key: string }) {
  const inside = findInside(folder);
  if (!inside) {
    console.log('        not tried: this account may not mount');
    return;
  }
  const names: string[] = [];
  const resolver = await startResolver(names);
  const home = path.join(folder, 'home');
  mkdirSync(home);
  try {
    const [command = '', ...args] = [...inside, process.execPath, '-e', 'require("dns").lookup("control.example", () => undefined)'];
    // not spawnSync: the resolver is ours
    await new Promise((resolve) => spawn(command, args, { stdio: 'ignore' }).once('exit', resolve));
    require(names.splice(0).some((name) => name.startsWith('control.example')), 'The resolver does not see what is looked up.');

    const places = { HOME: home, TMPDIR: home, XDG_CACHE_HOME: path.join(home, 'cache') };
    const product = await startProduct({
      dataDir: path.join(folder, 'data'),
      port: await findPort(),
      environment: { ...environment, ...places },
      inside,
    });
    const desk = createDeskClient(product.url);
    await desk.enter();
    const page = await fetch(product.url, { headers: { cookie: desk.cookie() } });
    require(page.status === 200, `The desk's page answered ${page.status}.`);
    const service = createServiceClient(product.url, key);
    const { body } = await service.upload('receipt.jpg', new Uint8Array(readFileSync('samples/receipt-photo.jpg')));
    for (const until = Date.now() + READ_MS; ; await sleep(500)) {
      const { status } = (await service.get<{ status: string }>(`/v1/documents/${body.id}`)).body;
      if (status === 'completed') break;
      require(status !== 'failed' && Date.now() < until, `The photo is ${status}.`);
    }
    require((await product.stop()) === 0, `It ended with an error:\n${product.output()}`);
    require(names.length === 0, `These names were looked up: ${[...new Set(names)].join(', ')}`);
    const left = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => /deviceid|onnx|telemetry|\.ses$/i.test(name));
    require(left.length === 0, `These files were left: ${left.join(', ')}`);
  } finally {
    resolver.close();
  }
}
