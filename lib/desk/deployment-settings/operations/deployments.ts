import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import {
  type Deployment,
  type DeploymentChange,
  type DeploymentChoice,
  type DeploymentVerdict,
  isUsable,
  type NewDeployment,
} from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createDeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { encrypt, secretOf } from '#lib/platform/secrets.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { addressOf } from '../../deployments/connect-deployments.ts';
import { forgetFailures } from '../../deployments/create-pace.ts';
import { type DeploymentRow, getDeploymentRow, lockDeploymentRow } from '../../deployments/deployment-row.ts';
import { deployments } from '../../deployments/tables.ts';
import { comparisonCopies } from '../../documents/copies/tables.ts';
import { submissions } from '../../documents/tables.ts';
import { schemaMappings } from '../../schemas/tables.ts';
import { toDeployments } from '../to-deployments.ts';

type Person = NonNullable<Actor>;

/** All deployments, oldest first, without their keys. */
export async function listDeployments(desk: Desk): Promise<Deployment[]> {
  const rows = await desk.database.select().from(deployments).orderBy(asc(deployments.createdAt), asc(deployments.id));
  return toDeployments(desk.database, rows, await findPresentId(desk));
}

/** What may be chosen for a new document, the default first. */
export async function listDeploymentChoices(desk: Desk): Promise<DeploymentChoice[]> {
  const presentId = await findPresentId(desk);
  const rows = await desk.database.select().from(deployments).where(isNull(deployments.retiredAt)).orderBy(asc(deployments.name));
  const mappings = await desk.database.select().from(schemaMappings).where(isNotNull(schemaMappings.schemaId));
  const idsOf = (deploymentId: string) => mappings.flatMap((row) => (row.deploymentId === deploymentId ? [row.schemaId as string] : []));
  const choices = rows.map(({ id, name, embedded, ours }) => ({
    id,
    name,
    is_default: id === presentId,
    schema_ids: embedded || ours !== false ? null : idsOf(id),
  }));
  return choices.sort((a, b) => Number(b.is_default) - Number(a.is_default));
}

/** One deployment, without its key. @throws ProblemError `not_found` */
export async function getDeployment(desk: Desk, id: string): Promise<Deployment> {
  const [deployment] = await toDeployments(desk.database, [await getDeploymentRow(desk.database, id)], await findPresentId(desk));
  return deployment!;
}

/** Whether a tested deployment is one of ours; null = the test could not tell. */
const oursOf = (verdict: DeploymentVerdict) => (verdict.ours || isUsable(verdict) ? verdict.ours : null);

/** Tests address and key of a deployment as it is kept, and records the verdict. @throws ProblemError `not_found` */
export async function testDeployment(desk: Desk, id: string): Promise<Deployment> {
  const row = await getDeploymentRow(desk.database, id);
  const verdict = await testAddress(addressOf(desk.config, keyOf(desk), row));
  const ours = oursOf(verdict);
  await desk.database
    .update(deployments)
    .set({ verdict, ...(ours === null ? {} : { ours }) })
    .where(eq(deployments.id, id));
  if (isUsable(verdict)) await forgetFailures(desk.database, id);
  return getDeployment(desk, id);
}

/**
 * Connects another deployment, tested first.
 * @throws ProblemError `deployment_unverified` (422, `extra.verdict`) when the test failed and `accept_failing` is not set, `conflict`
 *   when the same address and key are connected already and `accept_duplicate` is not set
 */
export async function createDeployment(desk: Desk, actor: Person, input: NewDeployment): Promise<Deployment> {
  const baseUrl = tidyUrl(input.base_url);
  const verdict = await testAddress({ baseUrl, apiKey: input.api_key });
  refuseFailing(verdict, input.accept_failing);
  const id = newId();
  const at = now();
  const { name, requests_per_minute: requestsPerMinute = null } = input;
  await desk.database.transaction(async (transaction) => {
    if (!input.accept_duplicate) await refuseDuplicate(desk, transaction, { id, baseUrl, apiKey: input.api_key });
    const encryptedKey = encrypt(keyOf(desk), input.api_key);
    const times = { createdAt: at, updatedAt: at };
    await transaction.insert(deployments).values({
      id,
      name,
      baseUrl,
      encryptedKey,
      requestsPerMinute,
      verdict,
      ours: oursOf(verdict),
      ...times,
    });
    const detail = { deployment_id: id, name: input.name, base_url: baseUrl, verdict: verdict.verdict };
    await appendAudit(transaction, [{ actor, event: 'deployment.connected', detail }]);
  });
  return getDeployment(desk, id);
}

/**
 * Changes a deployment; a new address or key is tested first. The choice as default takes it from the one before.
 * @throws ProblemError `not_found`, `deployment_unverified`, `conflict` (named by the environment; the default; the embedded one; copies of
 *   comparisons at the address that it has)
 */
export async function changeDeployment(desk: Desk, actor: Person, id: string, change: DeploymentChange): Promise<Deployment> {
  const before = await getDeploymentRow(desk.database, id);
  const baseUrl = change.base_url === undefined ? undefined : tidyUrl(change.base_url);
  const moved = (baseUrl !== undefined && baseUrl !== before.baseUrl) || change.api_key !== undefined;
  if (moved) refuseFixed(before);
  const kept = moved ? addressOf(desk.config, keyOf(desk), before) : null;
  // a kept key is not sent to another host: whoever changes the address must know the key
  if (kept && baseUrl !== undefined && change.api_key === undefined && new URL(baseUrl).origin !== new URL(kept.baseUrl).origin) {
    throw new ProblemError('invalid_request', 'Enter the key again: it is never sent to another address than the one it was given for.', {
      errors: [{ pointer: '/api_key', message: 'A new address needs the key again.' }],
    });
  }
  const verdict = kept ? await testAddress({ baseUrl: baseUrl ?? kept.baseUrl, apiKey: change.api_key ?? kept.apiKey }) : null;
  if (verdict) refuseFailing(verdict, change.accept_failing);
  const presentId = await findPresentId(desk);
  await desk.database.transaction(async (transaction) => {
    const row = await lockDeploymentRow(transaction, id);
    if (change.retired && row.fromEnvironment && desk.config.deployment && !row.retiredAt) {
      throw new ProblemError('conflict', 'This deployment is set by the environment. Remove COUNTERSIGN_SERVICE_URL there and restart.');
    }
    if (change.retired && (id === presentId || row.isDefault)) {
      throw new ProblemError('conflict', 'New documents go to this deployment. Choose another default first.');
    }
    if (kept && !change.accept_duplicate)
      await refuseDuplicate(desk, transaction, { id, baseUrl: baseUrl ?? kept.baseUrl, apiKey: change.api_key ?? kept.apiKey });
    if (baseUrl !== undefined && row.baseUrl !== null && addressKey(baseUrl) !== addressKey(row.baseUrl)) {
      const advice = 'Wait some minutes with the address that it has, or connect the other address as another deployment.';
      await refuseCopies(transaction, row, advice);
    }
    if (change.is_default) {
      if (row.retiredAt && change.retired !== false)
        throw new ProblemError('conflict', 'A retired deployment cannot be the default. Reactivate it first.');
      await transaction.update(deployments).set({ isDefault: false }).where(eq(deployments.isDefault, true));
    }
    await transaction
      .update(deployments)
      .set({
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(baseUrl === undefined || row.embedded ? {} : { baseUrl }),
        ...(change.api_key === undefined ? {} : { encryptedKey: encrypt(keyOf(desk), change.api_key) }),
        ...(change.requests_per_minute === undefined ? {} : { requestsPerMinute: change.requests_per_minute }),
        ...(change.metadata === undefined ? {} : { metadata: change.metadata.length > 0 ? change.metadata : null }),
        ...(verdict ? { verdict, ours: oursOf(verdict) } : {}),
        ...(change.is_default ? { isDefault: true } : {}),
        // taken back into use by a person: it does not depend on the environment any more
        ...(change.retired === undefined ? {} : change.retired ? { retiredAt: now() } : { retiredAt: null, fromEnvironment: false }),
        updatedAt: now(),
      })
      .where(eq(deployments.id, id));
    if (verdict && isUsable(verdict)) await forgetFailures(transaction, id);
    const { api_key, metadata, accept_failing: _failing, accept_duplicate: _duplicate, ...told } = change;
    const detail = {
      deployment_id: id,
      ...told,
      ...(api_key === undefined ? {} : { key: 'changed' }),
      // the names alone: what is sent under them may be nobody else's business
      ...(metadata === undefined ? {} : { metadata: metadata.map(({ name }) => name) }),
    };
    await appendAudit(transaction, [{ actor, event: 'deployment.changed', detail }]);
  });
  return getDeployment(desk, id);
}

/** Removes a deployment that no document is or was sent to. @throws ProblemError `not_found`, `conflict` (in use: retire it instead) */
export async function removeDeployment(desk: Desk, actor: Person, id: string): Promise<void> {
  const presentId = await findPresentId(desk);
  await desk.database.transaction(async (transaction) => {
    const row = await lockDeploymentRow(transaction, id);
    if (row.embedded) throw new ProblemError('conflict', 'The embedded service cannot be removed, only retired.');
    if (row.fromEnvironment && !row.retiredAt) refuseFixed(row);
    if (id === presentId) throw new ProblemError('conflict', 'New documents go to this deployment. Choose another default first.');
    const [used] = await transaction
      .select({ id: submissions.documentId })
      .from(submissions)
      .where(eq(submissions.deploymentId, id))
      .limit(1);
    if (used) {
      const detail = `Documents are at “${row.name}”, so it cannot be removed. Retire it: it gets no new documents and keeps those it has.`;
      throw new ProblemError('conflict', detail);
    }
    await refuseCopies(transaction, row, 'Make sure that it runs, wait some minutes and try again, or retire it.');
    await transaction.execute(sql`delete from desk.deployed_schemas where deployment_id = ${id}`);
    await transaction.delete(deployments).where(eq(deployments.id, id));
    const detail = { deployment_id: id, name: row.name, base_url: row.baseUrl };
    await appendAudit(transaction, [{ actor, event: 'deployment.removed', detail }]);
  });
}

/** What was sent there to compare, or for second opinions, could not be removed any more. @throws ProblemError `conflict` with `advice` */
async function refuseCopies(transaction: Transaction, { id, name }: DeploymentRow, advice: string): Promise<void> {
  const ofIt = eq(comparisonCopies.deploymentId, id);
  const [copy] = await transaction
    .select({ isKept: sql<boolean>`${comparisonCopies.removeAt} is null` })
    .from(comparisonCopies)
    .where(ofIt)
    .orderBy(sql`${comparisonCopies.removeAt} nulls first`)
    .limit(1);
  if (!copy) return;
  if (copy.isKept) {
    const detail = `“${name}” gives second opinions and has copies of documents for that. Choose another one, or none, under Settings, Approval and quality; then they are deleted there.`;
    throw new ProblemError('conflict', `${detail} ${advice}`);
  }
  throw new ProblemError('conflict', `Files that were sent to “${name}” for a comparison are not all deleted there yet. ${advice}`);
}

async function findPresentId(desk: Desk): Promise<string | null> {
  return (await desk.present().catch(() => null))?.id ?? null;
}

async function testAddress(address: { baseUrl: string; apiKey: string }): Promise<DeploymentVerdict> {
  return { ...(await createDeploymentClient(address).check()), at: now().toISOString() };
}

function refuseFailing(verdict: DeploymentVerdict, accepted: boolean): void {
  if (isUsable(verdict) || accepted) return;
  throw new ProblemError('deployment_unverified', verdict.message, { extra: { verdict } });
}

/** The same account connected twice would be asked at twice the pace. @throws ProblemError `conflict` */
async function refuseDuplicate(
  desk: Desk,
  transaction: Transaction,
  { id, baseUrl, apiKey }: { id: string; baseUrl: string; apiKey: string },
): Promise<void> {
  const rows = await transaction
    .select()
    .from(deployments)
    .where(and(ne(deployments.id, id), isNull(deployments.retiredAt)));
  for (const row of rows) {
    if (row.embedded || row.baseUrl === null || addressKey(row.baseUrl) !== addressKey(baseUrl)) continue;
    // a key that cannot be decrypted any more is no other's
    const known = tryAddressOf(desk, row);
    if (known?.apiKey !== apiKey) continue;
    throw new ProblemError('conflict', `This address and key are connected already, as “${row.name}”.`, {
      extra: { duplicate_of: row.name },
    });
  }
}

function tryAddressOf(desk: Desk, row: DeploymentRow): { apiKey: string } | null {
  try {
    return addressOf(desk.config, keyOf(desk), row);
  } catch {
    return null;
  }
}

function refuseFixed(row: DeploymentRow): void {
  if (row.embedded) throw new ProblemError('conflict', 'Address and key of the embedded service follow from how the desk is started.');
  if (row.fromEnvironment && !row.retiredAt)
    throw new ProblemError('conflict', 'This deployment is set by the environment (COUNTERSIGN_SERVICE_URL). Change it there and restart.');
}

/** Without slashes and `/v1` at the end, so that one address is written one way. */
function tidyUrl(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
}

/** One address, however it is written: the host in small letters, without the port that is usual. */
function addressKey(url: string): string {
  return tidyUrl(new URL(url).href);
}

function keyOf(desk: Desk): string {
  return secretOf(desk.config, 'encryption-key');
}
