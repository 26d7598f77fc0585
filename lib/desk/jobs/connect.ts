import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';

/** The deployment of a job, or null when it is known no more: then the job is settled as failed. */
export async function connect(desk: Desk, id: string, fail: (failure: Failure) => Promise<void>): Promise<ConnectedDeployment | null> {
  try {
    return await desk.getDeployment(id);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    await fail({ code: error.code, message: error.message });
    return null;
  }
}
