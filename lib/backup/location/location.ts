import type { Readable } from 'node:stream';

/** Bytes that were taken in, and that nobody sees before they have a name. */
export type ReceivedBytes = {
  /** Gives them a name, in place of what had it before. When this returns they are safe, as a whole. */
  keep: (name: string) => Promise<void>;
  /** Forgets them, unless they were kept. */
  discard: () => Promise<void>;
};

/** The right to add and remove backups. */
export type Claim = {
  /** False when others might have it as well, because the location knows no locks. */
  isLocked: boolean;
  /** @throws BackupError when it was given back, or may have been lost meanwhile */
  requireHeld: () => void;
  /** Never throws. */
  release: () => Promise<void>;
};

/** Where backups lie: a folder, or a part of a bucket. Names are relative, with `/` between their parts. */
export type BackupLocation = {
  /** What people call it: the folder, or `s3://BUCKET/PREFIX`. */
  readonly name: string;
  has: (name: string) => Promise<boolean>;
  /** @returns null when nothing has this name */
  read: (name: string) => Promise<Readable | null>;
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<ReceivedBytes>;
  /** Names of what lies below one, or of everything without it. */
  list: (below?: string) => AsyncGenerator<string>;
  remove: (name: string) => Promise<void>;
  /** Makes the location where it is not there yet. @throws BackupError when another backup has the claim */
  claim: () => Promise<Claim>;
};

/** What a claim leaves behind in a location that may be new all the same. */
export const CLAIMS = ['lock', 'incoming'];
