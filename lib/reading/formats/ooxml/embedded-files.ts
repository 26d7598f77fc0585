import path from 'node:path';
import { keepEmbedded } from '../../compound/keep-embedded.ts';
import { unpackObject } from '../../compound/ole-objects.ts';
import type { Archive } from '../../files/open-archive.ts';
import type { ReadContext, ReadEvent } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';

const EMBEDDED = /^((word|ppt|xl)\/embeddings\/[^/]+|Object [^/]*)$/i;

/** Keeps the files embedded in an Office Open XML or OpenDocument package; damaged ones and objects without a file are passed over. */
export async function* embeddedEvents(archive: Archive, context: ReadContext): AsyncGenerator<ReadEvent> {
  for (const part of archive.names.filter((name) => EMBEDDED.test(name)).slice(0, context.limits.maxEntries)) {
    context.signal.throwIfAborted();
    const { name, ext } = path.posix.parse(part);
    try {
      const bytes = await archive.read(part);
      const isObject = ext === '' || ext.toLowerCase() === '.bin';
      const file = isObject ? unpackObject(bytes, name) : { name: `${name}${ext}`, bytes };
      if (file) yield* keepEmbedded([file], context);
    } catch (cause) {
      if (!(cause instanceof ReadError)) throw cause;
    }
  }
}
