import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import type { DeploymentVerdict } from '#lib/contract/desk/deployment.ts';

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

/** What the last test of address and key said, and when. */
export function TestedNote({ verdict }: { verdict: DeploymentVerdict }) {
  return (
    <p className="text-ink-muted text-xs">
      Tested{' '}
      <time dateTime={verdict.at} title={formatFullMoment(verdict.at)}>
        {formatMoment(verdict.at)}
      </time>
      : {VERDICT_WORDS[verdict.verdict].toLowerCase()}
      {verdict.duration_ms === null ? '' : `, answered in ${verdict.duration_ms} ms`}.
    </p>
  );
}
