import { buffer } from 'node:stream/consumers';
import { toFolderError } from '../backup-error.ts';
import { withinSilence } from '../within-silence.ts';
import type { BackupLocation } from './location.ts';

/** All bytes that have a name; null when nothing has it. @param what in words, for when they stop coming */
export async function readWhole(location: BackupLocation, name: string, what: string): Promise<Buffer | null> {
  try {
    const bytes = await location.read(name);
    return bytes === null ? null : await buffer(withinSilence(bytes, what));
  } catch (error) {
    throw toFolderError(error, location.name);
  }
}

/** Gives bytes a name, in place of what had it before. */
export async function writeWhole(location: BackupLocation, name: string, bytes: Uint8Array): Promise<void> {
  const once = async function* () {
    yield bytes;
  };
  const received = await location.receive(once());
  try {
    await received.keep(name);
  } finally {
    await received.discard();
  }
}
