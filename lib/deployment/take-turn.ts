import { traceCall } from '#lib/platform/http/trace-call.ts';
import { DeploymentError } from './deployment-error.ts';
import type { Pace, Purpose } from './pace.ts';
import { findStatus, phaseOf, unwrapRecord } from './read-status.ts';

type Request = { method: string; path: string; purpose: Purpose; signal?: AbortSignal | undefined };

/**
 * Makes one request at the pace of its deployment. Every request to a deployment goes through here; with `NO_PACE` it is made at once.
 * In a trace it is a span, but for a poll that finds work still going on: the same is asked again and again.
 * @throws HeldError when it is not its turn; else whatever `request` throws
 */
export async function takeTurn<T extends { status: number; body: unknown }>(
  { root, pace }: { root: string; pace: Pace },
  { method, path, purpose, signal }: Request,
  request: () => Promise<T>,
): Promise<T> {
  const template = path.split('?', 1)[0]!.replaceAll(/\/(documents|jobs|schemas|examples|keys)\/[^/]+/g, '/$1/{id}');
  const isNews = ({ body }: T) => method !== 'GET' || !isGoingOn(body);
  const turn = await pace.enter(purpose, signal);
  const beganAt = performance.now();
  const passed = () => Math.round(performance.now() - beganAt);
  try {
    const answer = await traceCall(root, { method, template }, request, isNews);
    await turn.leave({ status: answer.status, retryAfterMs: null, isRefused: false, ms: passed(), problem: null });
    return answer;
  } catch (error) {
    // what was cut off here says nothing about the deployment
    if (error instanceof DeploymentError && !(error.code === 'upload_interrupted' && error.remoteStatus === null)) {
      const { remoteStatus: status, retryAfterMs, code, message } = error;
      const isRefused = status === 429 || (status === 503 && retryAfterMs !== null);
      await turn.leave({ status, retryAfterMs, isRefused, ms: passed(), problem: { code, message } });
    }
    throw error;
  }
}

function isGoingOn(body: unknown): boolean {
  return phaseOf(findStatus(unwrapRecord(body, ['document', 'job', 'data', 'result', 'item'])) ?? '') === 'running';
}
