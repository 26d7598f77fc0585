import { CircleAlert, CircleCheck, CircleDashed, Clock, Hourglass, Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import type { DeploymentHealth } from '#lib/contract/desk/deployment.ts';

const SIZE = { size: 14, 'aria-hidden': true } as const;
const LOOKS: Record<DeploymentHealth['state'], { words: string; icon: ReactNode; tone: string }> = {
  works: { words: 'Works', icon: <CircleCheck {...SIZE} />, tone: 'text-ok' },
  slow: { words: 'Slow', icon: <Clock {...SIZE} />, tone: 'text-warn' },
  limiting: { words: 'Limits requests', icon: <Hourglass {...SIZE} />, tone: 'text-warn' },
  failing: { words: 'Failing since', icon: <CircleAlert {...SIZE} />, tone: 'text-bad' },
  quiet: { words: 'Not heard from since', icon: <Moon {...SIZE} />, tone: 'text-ink-muted' },
  untested: { words: 'Not tested', icon: <CircleDashed {...SIZE} />, tone: 'text-ink-muted' },
};

/** How a deployment does, by what was heard of it: its state, its last error, its speed and what waits for it. */
export function HealthNote({ health }: { health: DeploymentHealth }) {
  const { words, icon, tone } = LOOKS[health.state];
  const pace = describePace(health);
  const queue = describeQueue(health.queue);
  const error = health.last_error;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 text-ink-muted">
        <span className={tone}>{icon}</span>
        <span className={`font-medium ${tone}`}>
          {words}
          {health.since ? <> {moment(health.since)}</> : null}
        </span>
        {health.paused_until ? <span>Asked to wait until {moment(health.paused_until)}.</span> : null}
        {health.message ? <span className="min-w-0 break-words">{health.message}</span> : null}
      </p>
      {pace ? <p className="text-ink-muted">{pace}</p> : null}
      {error && error.message !== health.message ? (
        <p className="break-words text-ink-muted">
          Last error {moment(error.at)}: {error.message}
        </p>
      ) : null}
      {queue ? <p className="text-ink-muted">{queue}</p> : null}
    </>
  );
}

function moment(iso: string): ReactNode {
  return (
    <time dateTime={iso} title={formatFullMoment(iso)}>
      {formatMoment(iso)}
    </time>
  );
}

function describePace({ latency_ms, recent }: DeploymentHealth): ReactNode {
  const parts: ReactNode[] = [];
  if (latency_ms !== null)
    parts.push(`Responds in ${latency_ms < 10_000 ? `${latency_ms} ms` : `${Math.round(latency_ms / 1000)} s`} on average. `);
  if (recent && recent.requests > 0) {
    const rest = recent.failed > 0 ? `, ${share(recent.failed, recent.requests)} failed` : '';
    parts.push(
      `${countOf(recent.requests, 'request')} since `,
      moment(recent.since),
      `: ${share(recent.refused, recent.requests)} refused${rest}.`,
    );
  }
  return parts.length > 0 ? parts.map((part, at) => <span key={at === 0 ? 'first' : `part-${at}`}>{part}</span>) : null;
}

/** Never 0 % of something that there is. */
function share(part: number, whole: number): string {
  const percent = (100 * part) / whole;
  return part > 0 && percent < 1 ? 'less than 1 %' : `${Math.round(percent)} %`;
}

function describeQueue({ under_way, waiting, unmapped }: DeploymentHealth['queue']): string {
  const parts = [
    under_way > 0 ? `${under_way} under way` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    unmapped > 0 ? `${unmapped} ${unmapped === 1 ? 'needs' : 'need'} a schema ID` : '',
  ];
  return parts.filter(Boolean).join(', ');
}
