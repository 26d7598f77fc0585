import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startSmtpServer } from '#lib/platform/mail/testing/start-smtp-server.ts';
import { SET_UP_TOKEN } from '../../product/account.ts';
import { findPort } from '../../product/start-product.ts';
import { type Copy, PROGRAMS, type ProgramName, type Way } from './draw-faults.ts';
import { type KeptDatabase, keepDatabase } from './keep-database.ts';
import { type Kept, keepProcess } from './keep-process.ts';
import { type KeptStorage, keepStorage } from './keep-storage.ts';
import { type Link, openLink } from './open-link.ts';

/** One process of the cluster, and its links. */
export type Member = Kept & {
  program: ProgramName;
  /** Holds its data and its temporary files. */
  folder: string;
  /** The file that says how many milliseconds its clock is off; none = it is right. */
  clock: string;
  links: Partial<Record<Way, Link>>;
};

/** The cluster form on this machine: two of each program, an own database and storage, all links through the campaign. */
export type Cluster = {
  /** Of the desks, as people reach them: their connections go to both in turn. */
  url: string;
  database: KeptDatabase;
  storage: KeptStorage;
  mails: Awaited<ReturnType<typeof startSmtpServer>>;
  members: readonly Member[];
  find: (program: ProgramName, copy: Copy) => Member;
  /** Settings of a program that reaches database and storage past all links. */
  environment: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
};

/** The key of a program that uses the service. */
export const KEY = 'campaign-key-0123456789abcdef';
const READY_MS = 300_000;
const HOST = '127.0.0.1';
const CLOCK = 'bench/operations/campaign/shift-clock.mjs';

/**
 * @param folder for all state
 * @param logs for what the programs print
 * @param diskMb each program's folder is a disk of this size; null where that cannot be made
 */
export async function startCluster(folder: string, logs: string, diskMb: number | null): Promise<Cluster> {
  const [database, mails] = await Promise.all([keepDatabase(folder), startSmtpServer()]);
  const storage = await keepStorage(path.join(folder, 'storage'), path.join(logs, 'storage.log'));
  const ports = await findPorts();
  const front = await openLink(ports.web.map(({ port }) => ({ host: HOST, port })));
  const url = `http://${HOST}:${front.port}`;
  const common = commonSettings(storage, { url, mailPort: mails.port });
  const environment = { ...common, DATABASE_URL: database.url, S3_ENDPOINT: storage.url, COUNTERSIGN_DATA_DIR: path.join(folder, 'own') };
  await untilReady([storage]);
  migrate(environment);

  const start = async (program: ProgramName, copy: Copy): Promise<Member> => {
    const name = `${program}-${copy + 1}`;
    const { port, monitoringPort } = ports[program][copy];
    const links: Member['links'] = { database: await openLink([database.target]), storage: await openLink([storage.target]) };
    if (program === 'web' || program === 'desk-worker') {
      links.service = await openLink(ports.service.map((one) => ({ host: HOST, port: one.port })));
    }
    const through = new URL(database.url.replace('@/', `@${HOST}:${links.database?.port}/`));
    through.search = '';
    const own = path.join(folder, name);
    const clock = path.join(folder, `${name}.clock`);
    makeDisk(own, diskMb);
    for (const inner of ['data', 'tmp']) mkdirSync(path.join(own, inner), { recursive: true });
    const kept = keepProcess({
      name,
      command: process.execPath,
      args: ['--import', pathToFileURL(path.resolve(CLOCK)).href, 'dist/countersign.mjs', program],
      log: path.join(logs, `${name}.log`),
      readyUrl: `http://${HOST}:${monitoringPort}/ready`,
      environment: {
        ...common,
        CAMPAIGN_CLOCK: clock,
        HOST,
        PORT: String(program === 'web' ? port : 1),
        COUNTERSIGN_SERVICE_PORT: String(links.service?.port ?? port),
        COUNTERSIGN_MONITORING_PORT: String(monitoringPort),
        COUNTERSIGN_DATA_DIR: path.join(own, 'data'),
        TMPDIR: path.join(own, 'tmp'),
        DATABASE_URL: through.href,
        S3_ENDPOINT: `http://${HOST}:${links.storage?.port}`,
        ...(diskMb === null ? {} : { COUNTERSIGN_FREE_SPACE_MB: String(Math.round(diskMb / 4)) }),
      },
    });
    return { ...kept, program, folder: own, clock, links };
  };
  const members: Member[] = [];
  for (const program of PROGRAMS) for (const copy of [0, 1] as const) members.push(await start(program, copy));
  await untilReady(members);

  return {
    url,
    database,
    storage,
    mails,
    members,
    environment,
    find: (program, copy) => members.filter((member) => member.program === program)[copy] as Member,
    async stop() {
      await front.close();
      await Promise.all(members.map((member) => member.stop()));
      await Promise.all(members.flatMap(({ links }) => Object.values(links).map((link) => link.close())));
      await Promise.all([storage.stop(), mails.close()]);
      await database.stop();
    },
  };
}

type Ports = { port: number; monitoringPort: number };

async function findPorts(): Promise<Record<ProgramName, [Ports, Ports]>> {
  const two = async (): Promise<[Ports, Ports]> => [
    { port: await findPort(), monitoringPort: await findPort() },
    { port: await findPort(), monitoringPort: await findPort() },
  ];
  return { service: await two(), 'service-worker': await two(), 'desk-worker': await two(), web: await two() };
}

function commonSettings(storage: KeptStorage, { url, mailPort }: { url: string; mailPort: number }): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    S3_BUCKET: storage.bucket,
    S3_ACCESS_KEY: storage.accessKey,
    S3_SECRET_KEY: storage.secretKey,
    SMTP_URL: `smtp://${HOST}:${mailPort}`,
    MAIL_FROM: 'campaign@example.org',
    COUNTERSIGN_PUBLIC_URL: url,
    COUNTERSIGN_API_KEY: KEY,
    COUNTERSIGN_SESSION_SECRET: 'campaign-session-secret-0123456789abcdef',
    COUNTERSIGN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64url'),
    COUNTERSIGN_SET_UP_TOKEN: SET_UP_TOKEN,
    COUNTERSIGN_DATABASE_CONNECTIONS: '5',
    COUNTERSIGN_READING_PROCESSES: '1',
    COUNTERSIGN_WORKER_CONCURRENCY: '2',
    COUNTERSIGN_LOG_FORMAT: 'json',
  };
}

/** Waits until all can be used. @throws Error naming those that cannot */
export async function untilReady(all: readonly Kept[], limitMs = READY_MS): Promise<void> {
  for (const until = Date.now() + limitMs; ; await sleep(200)) {
    const late = (await Promise.all(all.map(async (one) => ((await one.isReady()) ? [] : [one.name])))).flat();
    if (late.length === 0) return;
    if (Date.now() > until) throw new Error(`Not ready after ${limitMs / 1000} s: ${late.join(', ')}`);
  }
}

function migrate(environment: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(process.execPath, ['dist/countersign.mjs', 'migrate'], { env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`migrate ended with ${status}: ${stderr}`);
}

/** Whether this account may make a disk of its own, to be filled. */
export function canMakeDisks(folder: string): boolean {
  const place = path.join(folder, 'disk');
  mkdirSync(place);
  const isMade = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (isMade) spawnSync('umount', [place]);
  return isMade;
}

function makeDisk(place: string, diskMb: number | null): void {
  mkdirSync(place);
  if (diskMb !== null) spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', place]);
}
