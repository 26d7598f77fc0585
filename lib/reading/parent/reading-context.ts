import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { ChildPool } from '#lib/platform/children/child-pool.ts';
import type { ReadLimits } from '../model/adapter.ts';
import type { WorkSpace } from './leave-space.ts';
import type { ReadingStore } from './reading-store.ts';

/** What the parts of the reader work with. */
export type ReadingContext = {
  /** Disk space that reading leaves; no limit when absent. */
  space?: WorkSpace;
  blobs: BlobStore;
  store: ReadingStore;
  pool: ChildPool;
  limits: ReadLimits;
  /** Milliseconds without a finished page after which reading is stopped. */
  timeoutMs: number;
  languages: string[];
  ocrModelDir?: string | undefined;
  fontDir?: string | undefined;
};

/** Where a file's own bytes live. */
export function fileKey(sha256: string): string {
  return `files/${sha256}`;
}

/** Where a file found inside another file lives. */
export function attachmentKey(sha256: string, attachmentSha256: string): string {
  return `attachments/${sha256}/${attachmentSha256}`;
}

/** Where a page's picture is kept. */
export function pictureKey(sha256: string, name: string): string {
  return `pictures/${sha256}/${name}`;
}

/** Where the copy of a protected file that opens without its password is kept. */
export function unlockedKey(sha256: string): string {
  return `unlocked/${sha256}`;
}
