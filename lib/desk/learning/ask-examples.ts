import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Example } from '#lib/contract/service/example.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import type { ConnectedDeployment } from '../context/desk.ts';
import { isUnknownThere } from './tell-later.ts';

/** Examples of a schema that are looked at: the newest. */
const MOST = 2_000;
const PAGE = 200;

/** What a deployment says of its examples of a schema, newest first. */
export type AskedExamples = { examples: Example[]; isCut: boolean };

/** The examples that a deployment has of a schema; none where it knows no such schema, or no examples at all. */
export async function askExamples(deployment: ConnectedDeployment, remoteSchemaId: string): Promise<AskedExamples> {
  const examples: Example[] = [];
  let cursor: string | undefined;
  while (examples.length < MOST) {
    const page = await deployment.client.listExamples(remoteSchemaId, cursor, { limit: PAGE }).catch((error) => {
      if (isUnknownThere(error)) return null;
      throw error;
    });
    examples.push(...(page?.items ?? []));
    if (!page?.next_cursor) return { examples, isCut: false };
    cursor = page.next_cursor;
  }
  return { examples, isCut: true };
}

/** Why a deployment could not be asked, for a person to read. Throws what is no fault of the deployment or of the way to it. */
export function askingProblem(error: unknown): string {
  if (error instanceof HeldError) return error.message;
  if (error instanceof ProblemError) return error.message;
  throw error;
}

/** For a person who waits: what may only be asked later becomes a problem that says so. */
export function refuseHeld(error: unknown): never {
  throw error instanceof HeldError ? new ProblemError('deployment_unreachable', error.message, { cause: error }) : error;
}
