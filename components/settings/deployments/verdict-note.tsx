import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { type DeploymentVerdict, isUsable } from '#lib/contract/desk/deployment.ts';

export const VERDICT_WORDS: Record<DeploymentVerdict['verdict'], string> = {
  ok: 'Works',
  slow: 'Works, but slowly',
  unreachable: 'Cannot be reached',
  tls: 'No secure connection',
  wrong_protocol: 'Wrong protocol',
  wrong_key: 'Key not accepted',
  forbidden: 'Key without permission',
  redirect: 'Address has moved',
  not_this_interface: 'Not a document service',
};

const SIZE = { size: 14, 'aria-hidden': true } as const;

/** What the last test of address and key said, and when. */
export function VerdictNote({ verdict }: { verdict: DeploymentVerdict | null }) {
  if (!verdict) {
    return (
      <p className="flex items-center gap-1.5 text-ink-muted">
        <CircleDashed {...SIZE} /> Not tested yet.
      </p>
    );
  }
  const isGood = verdict.verdict === 'ok';
  const icon = isGood ? <CircleCheck {...SIZE} /> : verdict.verdict === 'slow' ? <Clock {...SIZE} /> : <CircleAlert {...SIZE} />;
  const tone = isGood ? 'text-ok' : isUsable(verdict) ? 'text-warn' : 'text-bad';
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-ink-muted">
      <span className={tone}>{icon}</span>
      <span className={`font-medium ${tone}`}>{VERDICT_WORDS[verdict.verdict]}</span>
      {isGood ? null : <span>{verdict.message}</span>}
      <span>
        Tested{' '}
        <time dateTime={verdict.at} title={formatFullMoment(verdict.at)}>
          {formatMoment(verdict.at)}
        </time>
        {verdict.duration_ms === null ? '' : `, answered in ${verdict.duration_ms} ms`}.
      </span>
    </p>
  );
}
