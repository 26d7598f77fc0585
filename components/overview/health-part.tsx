'use client';

import { useQuery } from '@tanstack/react-query';
import { Archive, CircleAlert, CircleCheck, CircleDashed, HardDrive, Server, TriangleAlert, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { countOf, formatMoment } from '#components/shared/format.ts';
import { classNames } from '#components/ui/class-names.ts';
import { deploymentsQuery } from '#lib/client/team/deployments.ts';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';

type Health = NonNullable<Overview['health']>;
type State = 'well' | 'watch' | 'bad' | 'unknown';

/** A job that has waited longer is late; one that has waited much longer tells that no worker runs. */
const LATE_MS = 30_000;
const STANDING_MS = 5 * 60_000;
const LITTLE_BYTES = 5e9;
const TOO_LITTLE_BYTES = 1e9;

/** How deployments, workers and storage are, in a line each. */
export function HealthPart({ health }: { health: Health }) {
  const deployments = useQuery(deploymentsQuery);
  const present = (deployments.data ?? []).filter(({ retired_at }) => retired_at === null);
  return (
    <section aria-labelledby="overview-health" className="rounded-md border bg-surface">
      <h2 id="overview-health" className="px-4 pt-3 pb-1 font-semibold text-base">
        Health
      </h2>
      <ul className="pb-2">
        {present.map((deployment) => (
          <Line
            key={deployment.id}
            icon={<Server size={14} aria-hidden />}
            name={deployment.name}
            {...deploymentWords(deployment)}
            href="/settings/deployments"
          />
        ))}
        <Line icon={<Workflow size={14} aria-hidden />} name="Workers" {...workerWords(health)} />
        <Line icon={<HardDrive size={14} aria-hidden />} name="Storage" {...storageWords(health)} />
        <Line icon={<Archive size={14} aria-hidden />} name="Backups" {...backupWords(health)} href="/settings/backups" />
      </ul>
    </section>
  );
}

const LOOKS = {
  well: { icon: <CircleCheck size={14} aria-hidden />, color: 'text-ok', word: 'OK' },
  watch: { icon: <TriangleAlert size={14} aria-hidden />, color: 'text-warn', word: 'Check' },
  bad: { icon: <CircleAlert size={14} aria-hidden />, color: 'text-bad', word: 'Problem' },
  unknown: { icon: <CircleDashed size={14} aria-hidden />, color: 'text-ink-muted', word: 'Unknown' },
} as const;

function Line({ icon, name, state, words, href }: { icon: ReactNode; name: string; state: State; words: string; href?: string }) {
  const look = LOOKS[state];
  return (
    <li className="flex min-h-8 items-center gap-x-2.5 gap-y-0.5 px-4 py-1 max-sm:flex-wrap">
      <span className="shrink-0 text-ink-faint">{icon}</span>
      <span className="w-44 shrink-0 truncate font-medium max-sm:w-auto max-sm:flex-1">
        {href ? (
          <Link href={href} className="rounded-sm data-hovered:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span className={classNames('flex shrink-0 items-center gap-1.5 font-medium text-xs', look.color)}>
        {look.icon}
        {look.word}
      </span>
      <span className="min-w-0 text-ink-muted max-sm:basis-full max-sm:pl-6">{words}</span>
    </li>
  );
}

const DEPLOYMENT_STATES: Record<Deployment['health']['state'], { state: State; words: string }> = {
  works: { state: 'well', words: 'Answers.' },
  quiet: { state: 'well', words: 'Has had nothing to do for a day.' },
  untested: { state: 'unknown', words: 'Nothing has been sent to it since the desk started.' },
  slow: { state: 'watch', words: 'Answers slowly.' },
  limiting: { state: 'watch', words: 'Refuses requests because there are too many.' },
  failing: { state: 'bad', words: 'Does not answer as it should.' },
};

function deploymentWords({ health, embedded }: Deployment): { state: State; words: string } {
  // of the embedded service only failures are recorded
  const { state, words } =
    embedded && health.state === 'untested' ? ({ state: 'well', words: 'Runs with the desk.' } as const) : DEPLOYMENT_STATES[health.state];
  const { under_way, waiting } = health.queue;
  const queue = under_way + waiting > 0 ? ` ${countOf(under_way, 'document')} under way, ${waiting.toLocaleString('en')} waiting.` : '';
  return { state, words: `${state === 'bad' && health.message ? health.message : words}${queue}` };
}

function workerWords({ late_ms }: Health): { state: State; words: string } {
  if (late_ms === null || late_ms < LATE_MS) return { state: 'well', words: 'No job is late.' };
  const minutes = Math.max(1, Math.round(late_ms / 60_000));
  if (late_ms < STANDING_MS) return { state: 'watch', words: `The oldest job has been late for ${minutes} min.` };
  return { state: 'bad', words: `The oldest job has been late for ${minutes.toLocaleString('en')} min. Check that a desk worker runs.` };
}

function storageWords({ free_bytes, store }: Health): { state: State; words: string } {
  if (store === 's3') return { state: 'well', words: 'Files are in an S3 bucket.' };
  if (free_bytes === null) return { state: 'watch', words: 'The free space cannot be read.' };
  const words = `${formatBytes(free_bytes)} free for files.`;
  if (free_bytes < TOO_LITTLE_BYTES) return { state: 'bad', words: `${words} Free some space, or uploads will be refused.` };
  return { state: free_bytes < LITTLE_BYTES ? 'watch' : 'well', words };
}

function backupWords({ backup: { state, last_at } }: Health): { state: State; words: string } {
  if (last_at === null) return { state: 'watch', words: 'None has been made yet.' };
  const words = `The last complete one is from ${formatMoment(last_at)}.`;
  return state === 'late' ? { state: 'watch', words: `${words} That is too long ago.` } : { state: 'well', words };
}
