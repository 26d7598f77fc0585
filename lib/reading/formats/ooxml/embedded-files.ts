import path from 'node:path';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Archive } from '../../files/open-archive.ts';
import { type Embedded, unpackObject } from '../../legacy/containers/ole-objects.ts';
import type { ReadContext, ReadEvent } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';

const EMBEDDED = /^((word|ppt|xl)\/embeddings\/[^/]+|Object [^/]*)$/i;
const MEDIA_TYPES: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
  pdf: 'application/pdf',
};

/** Keeps the files found inside an Office file as attachments. */
export async function* keepEmbedded(files: Iterable<Embedded>, context: ReadContext): AsyncGenerator<ReadEvent> {
  let kept = 0;
  for (const { name, bytes } of files) {
    context.signal.throwIfAborted();
    if (kept++ >= context.limits.maxEntries) return;
    const extension = path.posix.extname(name).slice(1).toLowerCase();
    const about = { name, media_type: ownValue(MEDIA_TYPES, extension) ?? 'application/octet-stream', inline: false };
    yield { type: 'attachment', attachment: await context.keepAttachment(about, bytes) };
  }
}

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
