import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';

/**
 * Carries out a request that must not be carried out twice (decision 80): it is marked in the database before, and the mark
 * goes only when the request certainly did nothing. A process that is stopped or dies meanwhile leaves the mark. Whoever
 * notes the answer takes the mark away with it.
 * @param options.isMarked an earlier try left its mark
 * @param options.isRepeatable repeating is harmless (a deployment of ours, under the same idempotency key): nothing is marked
 * @throws ProblemError `sending_unsure` with `unsure` when nobody knows how an earlier try went
 */
export async function askOnce<T>(
  options: { isMarked: boolean; isRepeatable: boolean; mark: (isUnderWay: boolean) => Promise<unknown> },
  request: () => Promise<T>,
): Promise<T> {
  if (options.isMarked)
    throw Object.assign(new ProblemError('sending_unsure', 'The response of the document service was lost.'), { unsure: true });
  if (options.isRepeatable) return request();
  await options.mark(true);
  try {
    return await request();
  } catch (error) {
    if (error instanceof DeploymentError && !error.unsure) await options.mark(false);
    throw error;
  }
}
