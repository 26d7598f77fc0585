import { DeploymentError } from './deployment-error.ts';
import type { Pace, Purpose } from './pace.ts';

/**
 * Makes one request at the pace of its deployment. Every request to a deployment goes through here; with `NO_PACE` it is made at once.
 * @throws HeldError when it is not its turn; else whatever `request` throws
 */
export async function takeTurn<T extends { status: number }>(
  pace: Pace,
  { purpose, signal }: { purpose: Purpose; signal?: AbortSignal | undefined },
  request: () => Promise<T>,
): Promise<T> {
  const turn = await pace.enter(purpose, signal);
  const beganAt = performance.now();
  const passed = () => Math.round(performance.now() - beganAt);
  try {
    const answer = await request();
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
