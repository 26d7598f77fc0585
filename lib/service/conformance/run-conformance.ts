import { DOCUMENT_CASES } from './document-cases.ts';
import { ERROR_CASES } from './error-cases.ts';
import { EXAMPLE_CASES } from './example-cases.ts';
import { JOB_CASES } from './job-cases.ts';
import { SHOWN_CASES } from './shown-cases.ts';
import { type Case, NotApplicable, send, type Target } from './target.ts';

/** Every case: first what the interface document shows, then what we decided. */
export const CASES: readonly Case[] = [...SHOWN_CASES, ...DOCUMENT_CASES, ...JOB_CASES, ...EXAMPLE_CASES, ...ERROR_CASES];

export type Outcome = { case: Case; outcome: 'passed' | 'failed' | 'not_applicable'; message: string };

/** True when the deployment announces itself as ours, so that what we decided can be asked of it. */
export async function announcesItself(target: Target): Promise<boolean> {
  const { headers } = await send(target, 'GET', '/v1/documents/00000000-0000-4000-8000-000000000000');
  return headers.has('countersign-service');
}

/** Runs one case. Never throws. */
export async function runCase(of: Case, target: Target): Promise<Outcome> {
  try {
    await of.check(target);
    return { case: of, outcome: 'passed', message: '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { case: of, outcome: error instanceof NotApplicable ? 'not_applicable' : 'failed', message };
  }
}

/**
 * Runs all cases that apply, one after the other. @param onOutcome told after each
 * @throws Error when nothing answers at the address
 */
export async function runConformance(target: Target, onOutcome: (outcome: Outcome) => void): Promise<Outcome[]> {
  const ours = await announcesItself(target);
  const outcomes: Outcome[] = [];
  for (const of of CASES) {
    if (of.level === 'decided' && !ours) continue;
    const outcome = await runCase(of, target);
    onOutcome(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}
