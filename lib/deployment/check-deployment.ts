import { randomUUID } from 'node:crypto';
import { type Answer, type Connection, call } from './call.ts';
import { DeploymentError } from './deployment-error.ts';

/** What a test of address and key says. `message` is for the person. */
export type Verdict = { verdict: 'ok' | 'unreachable' | 'tls' | 'wrong_key' | 'not_this_interface'; message: string; ours: boolean };

/**
 * Tests address and key by two of the interface's own calls: a document that cannot exist, asked for with the key and
 * with a wrong one. A document service knows the difference; other sites answer both alike.
 */
export async function checkDeployment(connection: Connection): Promise<Verdict> {
  const path = `/v1/documents/${randomUUID()}`;
  const ask = (apiKey: string) =>
    call({ ...connection, apiKey, limits: { ...connection.limits, retries: 0 } }, { method: 'GET', path }).catch((error: unknown) => {
      if (error instanceof DeploymentError) return error;
      throw error;
    });
  const [withKey, without] = await Promise.all([ask(connection.apiKey), ask(`wrong-${randomUUID()}`)]);
  const ours = false;
  if (withKey instanceof DeploymentError && withKey.remoteStatus === null) {
    return { verdict: withKey.trouble === 'tls' ? 'tls' : 'unreachable', message: withKey.message, ours };
  }
  const [status, wrongStatus] = [statusOf(withKey), statusOf(without)];
  if (status === 401 || status === 403)
    return { verdict: 'wrong_key', message: 'The document service answers, but does not accept this key.', ours };
  if (status >= 500 || status === 429) {
    return { verdict: 'unreachable', message: `The document service answers with HTTP ${status} just now. Try again in a moment.`, ours };
  }
  if (wrongStatus === 401 || wrongStatus === 403) return { verdict: 'ok', message: 'Address and key are right.', ours };
  return {
    verdict: 'not_this_interface',
    message: 'Something answers at this address, but not a document service. Check the address.',
    ours,
  };
}

function statusOf(answer: Answer | DeploymentError): number {
  return answer instanceof DeploymentError ? (answer.remoteStatus ?? 0) : answer.status;
}
