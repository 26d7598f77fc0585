import type { Config } from '#lib/platform/config.ts';

const LOOPBACK = /^(127\.|localhost$|::1$)/;

/** True when only programs of this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Says on standard output where the product is, what is embedded and where the data lies. */
export async function announce(config: Config, running: { databaseUrl: string; servicePort: number }): Promise<void> {
  const address =
    config.web.publicUrl ?? `http://${config.web.host.includes(':') ? `[${config.web.host}]` : config.web.host}:${config.web.port}`;
  const lines = [
    '',
    `Countersign is ready: ${address}`,
    `  data      ${config.dataDir}`,
    `  database  ${config.database.url ? `PostgreSQL at ${hostOf(running.databaseUrl)}` : 'embedded PostgreSQL (Unix socket, in the data folder)'}`,
    `  files     ${config.blobs.kind === 'folder' ? 'in the data folder' : `bucket ${config.blobs.bucket} at ${config.blobs.endpoint}`}`,
    `  service   ${config.deployment ? config.deployment.url : `embedded, ${address}/v1 (key: ${config.service.apiKey ? 'COUNTERSIGN_API_KEY' : 'secrets/desk-api-key in the data folder'})`}`,
    '  Ctrl-C stops everything.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

function hostOf(databaseUrl: string): string {
  const url = new URL(databaseUrl.replace('@/', '@socket/'));
  return url.searchParams.get('host') ?? url.host;
}
