import { CircleAlert, CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { secondsWords } from '#components/shared/charts/seconds-words.ts';
import { countOf, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { BodyCell, HeadCell } from '#components/ui/table.tsx';
import type { BackupOutcome, BackupRun } from '#lib/contract/desk/backups.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { FramedTable } from '../framed-table.tsx';

const OUTCOMES: Record<BackupOutcome, { word: string; tone: Tone; icon: ReactNode }> = {
  running: { word: 'Running', tone: 'info', icon: <Clock size={12} aria-hidden /> },
  done: { word: 'Complete', tone: 'ok', icon: <CircleCheck size={12} aria-hidden /> },
  incomplete: { word: 'Incomplete', tone: 'warn', icon: <TriangleAlert size={12} aria-hidden /> },
  failed: { word: 'Failed', tone: 'bad', icon: <CircleAlert size={12} aria-hidden /> },
  cut_off: { word: 'Cut off', tone: 'warn', icon: <CircleSlash size={12} aria-hidden /> },
};

/** The newest backups, one a line. */
export function BackupsTable({ runs }: { runs: readonly BackupRun[] }) {
  return (
    <FramedTable label="Backups">
      <thead>
        <tr>
          <HeadCell>Started</HeadCell>
          <HeadCell>Outcome</HeadCell>
          <HeadCell className="max-md:hidden">Took</HeadCell>
          <HeadCell className="max-md:hidden">Holds</HeadCell>
          <HeadCell className="max-md:hidden">New in it</HeadCell>
          <HeadCell className="max-lg:hidden">Encrypted</HeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function RunRow({ run }: { run: BackupRun }) {
  const { word, tone, icon } = OUTCOMES[run.outcome];
  const took = run.ended_at === null ? null : secondsWords((Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000);
  const holds = run.rows === null || run.files === null ? null : `${countOf(run.files, 'file')}, ${countOf(run.rows, 'row')}`;
  const added = run.added_bytes === null ? null : formatBytes(run.added_bytes);
  return (
    <tr>
      <BodyCell className="whitespace-nowrap py-1.5">
        <time dateTime={run.started_at} title={formatFullMoment(run.started_at)}>
          {formatMoment(run.started_at)}
        </time>
        <span className="block text-ink-muted text-xs md:hidden">{[took, holds].filter(Boolean).join(' · ')}</span>
      </BodyCell>
      <BodyCell>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-ink-muted max-md:hidden">{took ?? '–'}</BodyCell>
      <BodyCell className="text-ink-muted max-md:hidden">{holds ?? '–'}</BodyCell>
      <BodyCell className="whitespace-nowrap text-ink-muted max-md:hidden">{added ?? '–'}</BodyCell>
      <BodyCell className="text-ink-muted max-lg:hidden">{run.is_encrypted === null ? '–' : run.is_encrypted ? 'Yes' : 'No'}</BodyCell>
    </tr>
  );
}
