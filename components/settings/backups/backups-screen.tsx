'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { backupsQuery } from '#lib/client/team/backups.ts';
import { SettingsPage } from '../settings-page.tsx';
import { BackupStateNote } from './backup-state-note.tsx';
import { BackupsTable } from './backups-table.tsx';
import { HowToBackUp } from './how-to-back-up.tsx';

/** The backups of this installation, and whether the last complete one is too old. */
export function BackupsScreen() {
  const backups = useQuery(backupsQuery);
  return (
    <SettingsPage title="Backups" words="Copies of the database, all files and the secrets, from which a new installation can be restored.">
      <LoadingPart query={backups}>
        {(data) => (
          <>
            <BackupStateNote backups={data} />
            {data.runs.length > 0 ? <BackupsTable runs={data.runs} /> : null}
            {data.every_hours === null ? <HowToBackUp hasRuns={data.runs.length > 0} /> : null}
          </>
        )}
      </LoadingPart>
    </SettingsPage>
  );
}
