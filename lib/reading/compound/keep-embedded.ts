import path from 'node:path';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ReadContext, ReadEvent } from '../model/adapter.ts';
import type { Embedded } from './ole-objects.ts';

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
