import { logTrouble } from '#lib/platform/log-trouble.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Desk } from '../context/desk.ts';
import { endOpinion, listLeftOver } from './end-opinion.ts';

const AT_ONCE = 100;

/**
 * Ends second opinions that no job has ended, however they came to be left: its job was given up, or the document got another schema meanwhile.
 * One that cannot be ended keeps no other waiting.
 */
export async function endLeftOpinions(desk: Desk): Promise<void> {
  let after: string | undefined;
  for (let ended = 0; ended < AT_ONCE; ) {
    const portion = await listLeftOver(desk.database, { ...(after ? { after } : {}), limit: AT_ONCE });
    for (const id of portion) {
      try {
        await endOpinion(desk, id);
        ended += 1;
      } catch (error) {
        if (findOutage(error)) throw error;
        logTrouble(desk.log, 'a second opinion that is not wanted any more could not be ended', error);
      }
    }
    after = portion.at(-1);
    if (!after || portion.length < AT_ONCE) return;
  }
}
