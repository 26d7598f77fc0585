import { randomUUID } from 'node:crypto';
import { type DeploymentVerdict, SLOW_MS } from '#lib/contract/desk/deployment.ts';
import { type Answer, type Connection, call } from './call.ts';
import { DeploymentError } from './deployment-error.ts';

/** What a test of address and key says, without the time of the test. `message` is for the person. */
export type Verdict = Omit<DeploymentVerdict, 'at'>;

/** No answer after so long counts as unreachable. */
const PATIENCE_MS = 12_000;

/**
 * Tests address and key by two of the interface's own calls: a document that cannot exist, asked for with the key and
 * with a wrong one. A document service knows the difference; other sites answer both alike.
 */
export async function checkDeployment(connection: Connection): Promise<Verdict> {
  const path = `/v1/documents/${randomUUID()}`;
  const ask = (apiKey: string) =>
    call({ ...connection, apiKey, limits: { ...connection.limits, retries: 0 } }, { method: 'GET', path, timeoutMs: PATIENCE_MS }).catch(
      (error: unknown) => {
        if (error instanceof DeploymentError) return error;
        throw error;
      },
    );
  const startedAt = performance.now();
  const answered = ask(connection.apiKey).then((answer) => ({ answer, ms: Math.round(performance.now() - startedAt) }));
  const [{ answer: withKey, ms }, without] = await Promise.all([answered, ask(`wrong-${randomUUID()}`)]);
  const say = (verdict: Verdict['verdict'], message: string): Verdict => ({ verdict, message, ours: false, duration_ms: ms });
  if (withKey instanceof DeploymentError && withKey.remoteStatus === null) {
    const verdict = withKey.trouble === 'tls' || withKey.trouble === 'wrong_protocol' ? withKey.trouble : 'unreachable';
    return { ...say(verdict, withKey.message), duration_ms: null };
  }
  if (withKey instanceof DeploymentError && (withKey.trouble === 'redirect' || withKey.trouble === 'wrong_protocol'))
    return say(withKey.trouble, withKey.message);
  const [status, wrongStatus] = [statusOf(withKey), statusOf(without)];
  // a wrong key gets 401 there, so this one is known but may not do this
  if (status === 403 && wrongStatus === 401) return say('forbidden', withKey instanceof DeploymentError ? withKey.message : '');
  if (status === 401 || status === 403) return say('wrong_key', 'The document service answers, but does not accept this key.');
  if (status >= 500 || status === 429) {
    return say('unreachable', `The document service currently answers with HTTP ${status}. Try again in a moment.`);
  }
  if (wrongStatus !== 401 && wrongStatus !== 403)
    return say('not_this_interface', 'Something answers at this address, but not a document service. Check the address.');
  if (ms >= SLOW_MS) {
    const seconds = (ms / 1000).toFixed(1);
    return say('slow', `Address and key are right, but the document service took ${seconds} s to answer. Expect documents to take longer.`);
  }
  return say('ok', 'Address and key are right.');
}

function statusOf(answer: Answer | DeploymentError): number {
  return answer instanceof DeploymentError ? (answer.remoteStatus ?? 0) : answer.status;
}
