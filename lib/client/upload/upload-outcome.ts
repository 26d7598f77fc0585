import type { Upload } from './upload-queue.ts';

/** An upload's state as it stands: `kept` = stored, but not yet taken for reading; `refused` = stored, but it cannot be read. */
export type UploadOutcome = Upload['state'] | 'kept' | 'refused';

/** What became of an upload, also after its bytes were stored. */
export function outcomeOf({ state, document }: Pick<Upload, 'state' | 'document'>): UploadOutcome {
  if (state !== 'stored') return state;
  if (document?.state === 'failed') return 'refused';
  return document?.state === 'received' ? 'kept' : 'stored';
}
