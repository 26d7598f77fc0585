import { formatFullMoment } from '#components/shared/format.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { BackupOutcome, Backups } from '#lib/contract/desk/backups.ts';
import { scheduleWords } from './schedule-words.ts';

const TROUBLE: Record<BackupOutcome, string> = {
  running: '',
  done: '',
  incomplete: 'The newest one is incomplete: files or secrets were missing. Its log names them.',
  failed: 'The newest one failed. Its log says why.',
  cut_off: 'The newest one was cut off before its end.',
};

/** How things stand, in a sentence: the last complete backup, and what is wrong where something is. */
export function BackupStateNote({ backups }: { backups: Backups }) {
  const { state, last_complete: last, every_hours: everyHours, runs } = backups;
  const schedule = everyHours === null ? 'No schedule is set.' : `A backup is made ${scheduleWords(everyHours)}.`;
  const ended = runs.find(({ outcome }) => outcome !== 'running');
  const hasFailed = ended !== undefined && ended.outcome !== 'done';
  const trouble = hasFailed ? ` ${TROUBLE[ended.outcome]}` : '';
  if (!last) {
    return (
      <Notice tone="warn" title="There is no complete backup">
        If this machine is lost, so is everything on it. {schedule}
        {trouble}
      </Notice>
    );
  }
  const moment = formatFullMoment(last.started_at);
  if (state === 'late') {
    return (
      <Notice tone="warn" title={`The last complete backup is from ${moment}`}>
        What was done since then would be lost with this machine. {schedule}
        {trouble}
      </Notice>
    );
  }
  return (
    <Notice tone={hasFailed ? 'warn' : 'info'} title={`The last complete backup is from ${moment}`}>
      {schedule}
      {trouble}
      {last.is_encrypted === false
        ? ' It is not encrypted: whoever reads its folder has all documents and the keys of this installation.'
        : ''}
    </Notice>
  );
}
