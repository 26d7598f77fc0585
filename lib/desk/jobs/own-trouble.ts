import type { Desk } from '../context/desk.ts';
import { type RemoteJob, recordProgress } from '../documents/remote-jobs.ts';
import type { RemoteWork } from './poll-remote-job.ts';

/** For jobs whose trouble is kept with them: what people see of it, if anything, is made of the job. */
export function ownTrouble(desk: Desk, job: RemoteJob): Pick<RemoteWork, 'trouble' | 'recordTrouble'> {
  return {
    trouble: job.trouble,
    recordTrouble: async (trouble) => {
      await recordProgress(desk.database, job, { trouble });
    },
  };
}
