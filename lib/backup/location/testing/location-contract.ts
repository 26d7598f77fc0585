import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { BackupLocation } from '../location.ts';
import { writeWhole } from '../whole-files.ts';

/** What every place of backups must do. @param open an empty one, each time another; `again` opens the same one anew */
export function describeLocation(name: string, open: () => { location: BackupLocation; again: () => BackupLocation }): void {
  describe(`backups in ${name}`, () => {
    test('bytes have their name only when they are kept, and the last ones count', async () => {
      const { location } = open();
      const claim = await location.claim();
      const received = await location.receive(chunks('some ', 'bytes'));
      expect(await location.has('objects/ab/one')).toBe(false);
      await received.keep('objects/ab/one');
      await received.discard();
      expect(await textOf(location, 'objects/ab/one')).toBe('some bytes');
      await writeWhole(location, 'objects/ab/one', Buffer.from('others'));
      expect(await textOf(location, 'objects/ab/one')).toBe('others');
      await claim.release();
    });

    test('what breaks off leaves nothing, and is told as it is', async () => {
      const { location } = open();
      const claim = await location.claim();
      await expect(location.receive(broken())).rejects.toThrow('the source broke off');
      expect(await namesOf(location, 'objects')).toEqual([]);
      await claim.release();
    });

    test('names are listed below others and removed, and what is not there is no error', async () => {
      const { location } = open();
      const claim = await location.claim();
      for (const one of ['objects/ab/one', 'objects/cd/two', 'objectsof', 'mark']) await writeWhole(location, one, Buffer.from(one));
      expect(await namesOf(location, 'objects')).toEqual(['objects/ab/one', 'objects/cd/two']);
      expect(await namesOf(location)).toEqual(expect.arrayContaining(['mark', 'objectsof', 'objects/ab/one']));
      await location.remove('objects/ab/one');
      await location.remove('objects/ab/one');
      expect(await namesOf(location, 'objects')).toEqual(['objects/cd/two']);
      expect(await namesOf(location, 'nothing')).toEqual([]);
      expect([await location.has('no/such'), await location.read('no/such')]).toEqual([false, null]);
      await claim.release();
    });

    test('one at a time has the claim', async () => {
      const { location, again } = open();
      const claim = await location.claim();
      expect(claim.isLocked).toBe(true);
      await expect(again().claim()).rejects.toThrow(/Another backup to .* is running/);
      claim.requireHeld();
      await claim.release();
      await (await again().claim()).release();
    });
  });
}

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some');
  throw new Error('the source broke off');
}

async function textOf(location: BackupLocation, name: string): Promise<string> {
  const bytes = await location.read(name);
  if (bytes === null) throw new Error(`${name} is not there.`);
  return (await buffer(bytes)).toString();
}

/** Sorted. */
export async function namesOf(location: BackupLocation, below?: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of location.list(below)) names.push(name);
  return names.sort();
}
