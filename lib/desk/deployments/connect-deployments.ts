import { createHash } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createDeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import { now } from '#lib/platform/clock.ts';
import { type Config, embeddedServiceUrl } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { decrypt, encrypt, secretOf } from '#lib/platform/secrets.ts';
import type { ConnectedDeployment } from '../context/desk.ts';
import { createPace } from './create-pace.ts';
import { deployments } from './tables.ts';

export const EMBEDDED_ID = 'embedded';
/** The embedded service is asked for with every document; where it is says the configuration, and its name may be so old. */
const EMBEDDED_MS = 5_000;
type Row = typeof deployments.$inferSelect;

/** The deployments as the tables have them at this moment, so that a change in one program is seen in all at once. */
export type ConnectedDeployments = {
  /** The deployment of that id, also a retired one. @throws ProblemError `deployment_unreachable` when it is not known any more */
  get: (id: string) => Promise<ConnectedDeployment>;
  /** Where new documents go: the one a person chose, else that of the environment, else the embedded service. */
  present: () => Promise<ConnectedDeployment>;
};

/**
 * Opens the connections. The deployment of the environment is saved with its key encrypted, so that its documents are
 * followed up even after the environment names another; then it gets no new ones.
 */
export async function connectDeployments(config: Config, database: Database, log: Pick<Log, 'warn'>): Promise<ConnectedDeployments> {
  const encryptionKey = secretOf(config, 'encryption-key');
  const environmentId = await saveEnvironment(config, database, encryptionKey);
  let embedded: { row: Row; at: number } | undefined;
  const connected = new Map<string, { version: string; deployment: ConnectedDeployment }>();

  // one client per address and key: it remembers whether the deployment is ours
  const connect = (row: Row): ConnectedDeployment => {
    const ours = row.embedded || row.ours;
    // what was heard of it before counts after a restart too, whatever a proxy answers first
    const isOurs = ours === true;
    const version = JSON.stringify([row.name, row.baseUrl, row.encryptedKey, isOurs]);
    const known = connected.get(row.id);
    if (known?.version === version) return known.deployment.ours === ours ? known.deployment : { ...known.deployment, ours };
    const { id, name } = row;
    const deployment: ConnectedDeployment = {
      id,
      name,
      embedded: row.embedded,
      ours,
      client: createDeploymentClient({
        ...addressOf(config, encryptionKey, row),
        ours: isOurs,
        onHeard: (isHeard) => saveOurs(database, log, id, isHeard),
        // every request to a remote deployment is made at its pace; whoever synchronises the document repeats it
        ...(row.embedded ? {} : { name, pace: createPace(database, log, id), limits: { retries: 0 } }),
      }),
    };
    connected.set(id, { version, deployment });
    return deployment;
  };

  return {
    async get(id) {
      const known = id === EMBEDDED_ID && embedded && performance.now() - embedded.at < EMBEDDED_MS ? embedded.row : null;
      const [row] = known ? [known] : await database.select().from(deployments).where(eq(deployments.id, id));
      if (row && !known && id === EMBEDDED_ID) embedded = { row, at: performance.now() };
      if (!row) throw new ProblemError('deployment_unreachable', 'The deployment that has this document is no longer connected.');
      return connect(row);
    },
    async present() {
      const rows = await database.select().from(deployments).where(isNull(deployments.retiredAt));
      const of = (id: string) => rows.find((row) => row.id === id);
      const row = rows.find(({ isDefault }) => isDefault) ?? of(environmentId) ?? of(EMBEDDED_ID) ?? rows[0];
      if (!row) throw new ProblemError('deployment_unreachable', 'No deployment takes new documents. Connect one in the settings.');
      return connect(row);
    },
  };
}

/** Address and key of a deployment. @throws ProblemError `deployment_refused` when its key cannot be decrypted */
export function addressOf(config: Config, encryptionKey: string, row: Row): { baseUrl: string; apiKey: string } {
  if (row.embedded) {
    return { baseUrl: embeddedServiceUrl(config), apiKey: secretOf(config, 'desk-api-key') };
  }
  try {
    return { baseUrl: row.baseUrl ?? '', apiKey: decrypt(encryptionKey, row.encryptedKey ?? '') };
  } catch (cause) {
    const detail = `The key of “${row.name}” cannot be read: the secret it was encrypted with is another one. Enter the key again in the settings.`;
    throw new ProblemError('deployment_refused', detail, { cause });
  }
}

/**
 * Whether it is one of ours is to be known before anything is sent. What is known is taken back by a test alone: something in between
 * may have answered. An outage leaves it for the next time.
 */
function saveOurs(database: Database, log: Pick<Log, 'warn'>, id: string, isOurs: boolean): void {
  const isNews = isOurs ? sql`${deployments.ours} is distinct from true` : isNull(deployments.ours);
  database
    .update(deployments)
    .set({ ours: isOurs })
    .where(and(eq(deployments.id, id), isNews))
    .catch((error) => log.warn('could not record whether a deployment is one of ours', { deployment: id, error }));
}

/** Records the embedded service and the environment's deployment; the id of the one meant for new documents. */
async function saveEnvironment(config: Config, database: Database, encryptionKey: string): Promise<string> {
  await database.insert(deployments).values({ id: EMBEDDED_ID, name: 'Embedded service', embedded: true }).onConflictDoNothing();
  const id = config.deployment ? environmentIdOf(config.deployment.url) : EMBEDDED_ID;
  if (config.deployment) {
    const { url, key } = config.deployment;
    const [known] = await database.select().from(deployments).where(eq(deployments.id, id));
    const same = known?.baseUrl === url && known.fromEnvironment && known.retiredAt === null && opens(encryptionKey, known, key);
    if (!same) {
      const at = now();
      const row = { baseUrl: url, encryptedKey: encrypt(encryptionKey, key), fromEnvironment: true, retiredAt: null, updatedAt: at };
      await database
        .insert(deployments)
        .values({ id, name: new URL(url).host, ...row })
        .onConflictDoUpdate({ target: deployments.id, set: row });
    }
  }
  // what the environment names no more gets no new documents
  const gone = and(eq(deployments.fromEnvironment, true), ne(deployments.id, id), isNull(deployments.retiredAt));
  await database.update(deployments).set({ retiredAt: now(), isDefault: false, updatedAt: now() }).where(gone);
  return id;
}

function environmentIdOf(url: string): string {
  const root = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  return `remote-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
}

function opens(encryptionKey: string, row: Row, key: string): boolean {
  try {
    return decrypt(encryptionKey, row.encryptedKey ?? '') === key;
  } catch {
    return false;
  }
}
