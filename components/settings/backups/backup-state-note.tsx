import { formatFullMoment } from '#components/shared/format.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { Backups } from '#lib/contract/desk/backups.ts';
import { scheduleWords } from './schedule-words.ts';

/** How things stand, in a sentence: the last whole backup, and what is wrong where something is. */
export function BackupStateNote({ backups }: { backups: Backups }) {
  const { state, last_whole: last, every_hours: everyHours, runs } = backups;
  const schedule = everyHours === null ? 'No schedule is set.' : `One is made ${scheduleWords(everyHours)}.`;
  const hasFailed = runs[0]?.outcome === 'failed' || runs[0]?.outcome === 'incomplete';
  const trouble = hasFailed ? ' The last one did not succeed; the log of the worker that made it says why.' : '';
  if (!last) {
    return (
      <Notice tone="warn" title="There is no whole backup">
        If this machine is lost, so is everything on it. {schedule}
        {trouble}
      </Notice>
    );
  }
  const moment = formatFullMoment(last.started_at);
  if (state === 'late') {
    return (
      <Notice tone="warn" title={`The last whole backup is of ${moment}`}>
        What was done since then would be lost with this machine. {schedule}
        {trouble}
      </Notice>
    );
  }
  return (
    <Notice tone={hasFailed ? 'warn' : 'info'} title={`The last whole backup is of ${moment}`}>
      {schedule}
      {trouble}
      {last.is_encrypted === false
        ? ' It is not encrypted: whoever reads its folder has all documents and the keys of this installation.'
        : ''}
    </Notice>
  );
}
