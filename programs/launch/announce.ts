import { hostname } from 'node:os';
import { findChildWalls, hideFromChildren } from '#lib/platform/children/child-walls.ts';
import { listHiddenFolders } from '#lib/platform/children/hidden-folders.ts';
import { type Config, hostInUrl } from '#lib/platform/config.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { readChosenPack } from '#lib/reading/packs/chosen-pack.ts';
import { DEFAULT_PACK } from '#lib/reading/packs/known-packs.ts';
import { listPacks } from '#lib/reading/packs/list-packs.ts';
import { hasPeople } from '#lib/session/people/has-people.ts';
import { setUpTokenOf } from '#lib/session/set-up-token.ts';

/** A name for the address bar: those that mean "every address" are none. */
function shownHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? hostname() : hostInUrl(host);
}

/** Says on standard output where the product is, what is embedded and where the data lies. */
export async function announce(config: Config, running: { databaseUrl: string; servicePort: number }): Promise<void> {
  const address = config.web.publicUrl ?? `http://${shownHost(config.web.host)}:${config.web.port}`;
  const lines = [
    '',
    `Countersign is ready: ${address}`,
    `  data      ${config.dataDir}`,
    `  database  ${config.database.url ? `PostgreSQL at ${hostOf(running.databaseUrl)}` : 'embedded PostgreSQL (Unix socket, in the data folder)'}`,
    `  files     ${config.blobs.kind === 'folder' ? 'in the data folder' : `bucket ${config.blobs.bucket} at ${config.blobs.endpoint}`}`,
    `  service   ${config.deployment ? config.deployment.url : `embedded, ${address}/v1 (key: ${config.secrets['desk-api-key'] ? 'COUNTERSIGN_API_KEY' : 'secrets/desk-api-key in the data folder'})`}`,
    `  reading   in child processes${await describeWalls(config)}`,
    `  scans     ${describeRecognition(config)}`,
    '  Ctrl-C stops everything.',
    ...(await setUpLines(config, address, running.databaseUrl)),
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

/** What keeps processes that read hostile files from the rest of this machine. */
async function describeWalls(config: Config): Promise<string> {
  hideFromChildren(listHiddenFolders(config));
  const { protections } = await findChildWalls();
  return protections.length > 0 ? `: ${protections.join(', ')}` : ' that this system does not isolate (install bubblewrap or util-linux)';
}

/** Which networks read scans and photographs. */
function describeRecognition({ dataDir, reading }: Config): string {
  if (reading.ocrModelDir) return `recognised with the networks in ${reading.ocrModelDir}`;
  const [chosen, inUse] = [readChosenPack(dataDir), listPacks(dataDir).find(({ isInUse }) => isInUse)?.name ?? DEFAULT_PACK];
  if (chosen !== null && chosen !== inUse) return `recognised with ${inUse}: the chosen pack ${chosen} is not in the data folder any more`;
  const hint = inUse === DEFAULT_PACK ? ' (two commands install a better pack: docs/operations.md)' : '';
  return `recognised with ${inUse}${hint}`;
}

function hostOf(databaseUrl: string): string {
  const url = new URL(databaseUrl.replace('@/', '@socket/'));
  return url.searchParams.get('host') ?? url.host;
}

/**
 * While there is no account: the link that makes the first one. Its token stands behind `#`, which browsers keep to themselves:
 * it gets into no log of a server or proxy.
 */
async function setUpLines(config: Config, address: string, databaseUrl: string): Promise<string[]> {
  const { database, close } = createDatabase(databaseUrl, { max: 1 });
  if (await hasPeople(database).finally(close)) return [];
  const token = setUpTokenOf(config);
  return ['', 'Open this link to create the first account:', `  ${address}/set-up#token=${encodeURIComponent(token)}`];
}
