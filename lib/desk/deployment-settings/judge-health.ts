import { type DeploymentHealth, type DeploymentVerdict, isUsable, SLOW_MS } from '#lib/contract/desk/deployment.ts';

/** So many failures in a row end what was good before, or failures alone for so long. */
const FAILURES = 3;
const FAILING_MS = 10 * 60_000;
const QUIET_MS = 24 * 60 * 60_000;
/** So many of the last requests refused are told. */
const LIMITING_SHARE = 0.05;

/** What was heard of a deployment while documents were processed. */
export type HealthFacts = {
  lastAnswerAt: Date | null;
  lastSuccessAt: Date | null;
  /** Since the last success or good test, and when the first of them was. */
  failures: number;
  failingSince: Date | null;
  pausedUntil: Date | null;
  latencyMs: number | null;
  lastProblem: { message: string; status: number | null; at: string } | null;
  recent: { since: Date; requests: number; refused: number; failed: number } | null;
};

type Judgement = Pick<DeploymentHealth, 'state' | 'since' | 'message'>;

/** How a deployment does: the newer of its last test and what was heard since counts. @param facts null = it was never asked for anything */
export function judgeHealth(facts: HealthFacts | null, verdict: DeploymentVerdict | null, now: Date): Omit<DeploymentHealth, 'queue'> {
  const recent = facts?.recent ?? null;
  const isPaused = facts?.pausedUntil != null && facts.pausedUntil > now;
  return {
    ...judge(facts, verdict, now, isPaused),
    last_answer_at: facts?.lastAnswerAt?.toISOString() ?? null,
    last_error: facts?.lastProblem
      ? { message: facts.lastProblem.message, status: facts.lastProblem.status, at: facts.lastProblem.at }
      : null,
    latency_ms: facts?.latencyMs == null ? null : Math.round(facts.latencyMs),
    recent: recent && { ...recent, since: recent.since.toISOString() },
    paused_until: isPaused ? facts.pausedUntil!.toISOString() : null,
  };
}

function judge(facts: HealthFacts | null, verdict: DeploymentVerdict | null, now: Date, isPaused: boolean): Judgement {
  const testedAt = verdict ? new Date(verdict.at) : null;
  const heardAt = newest(facts?.lastSuccessAt ?? null, facts?.lastAnswerAt ?? null);
  if (!testedAt && !heardAt && !facts?.failingSince) return { state: 'untested', since: null, message: null };
  const failing = findFailing(facts, verdict, now);
  if (failing) return failing;
  if (facts && isPaused) return { state: 'limiting', since: null, message: null };
  const last = newest(testedAt, heardAt);
  if (last && now.getTime() - last.getTime() > QUIET_MS) return { state: 'quiet', since: last.toISOString(), message: null };
  const recent = facts?.recent;
  if (recent && recent.refused > 0 && recent.refused / recent.requests >= LIMITING_SHARE)
    return { state: 'limiting', since: null, message: null };
  const isTestNewer = testedAt !== null && (heardAt === null || testedAt > heardAt);
  const isSlow = isTestNewer ? verdict?.verdict === 'slow' : (facts?.latencyMs ?? 0) >= SLOW_MS;
  return { state: isSlow ? 'slow' : 'works', since: null, message: isTestNewer && isSlow ? (verdict?.message ?? null) : null };
}

function findFailing(facts: HealthFacts | null, verdict: DeploymentVerdict | null, now: Date): Judgement | null {
  const { failures = 0, failingSince = null, lastSuccessAt = null, lastProblem = null } = facts ?? {};
  const isLong = failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS;
  if (failingSince && (failures >= FAILURES || isLong))
    return { state: 'failing', since: failingSince.toISOString(), message: lastProblem?.message ?? null };
  if (!verdict || isUsable(verdict) || (lastSuccessAt && lastSuccessAt > new Date(verdict.at))) return null;
  return { state: 'failing', since: verdict.at, message: verdict.message };
}

function newest(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other);
}
