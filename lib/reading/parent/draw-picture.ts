import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { iou } from '#lib/document/geometry/box.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { ChildMessage } from '#lib/platform/children/child-messages.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { ReadMessage } from '../model/child-task.ts';
import { ReadError } from '../model/read-error.ts';
import { READING_VERSION } from '../model/reading-version.ts';
import { pictureKey, type ReadingContext } from './reading-context.ts';
import { runChild } from './run-child.ts';
import { withFileAndFolder } from './with-file-and-folder.ts';

export type PictureRequest = {
  sha256: string;
  name?: string | undefined;
  /** 1-based. */
  page: number;
  /** Pixels; rounded up to a step and capped. */
  width: number;
  /** A part of the page (box scale); `width` is then the width of that part. */
  region?: Box | undefined;
  password?: string | undefined;
  signal?: AbortSignal | undefined;
};

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const STEP = 80;
const WIDEST = 4000;
/** Overlap of two boxes that are the same but for rounding. */
const SAME_FRAME = 0.9;

/** The width in pixels that is drawn when `width` is asked for, so that near widths share a picture. */
export function stepWidth(width: number): number {
  return Math.min(WIDEST, Math.ceil(Math.max(1, width) / STEP) * STEP);
}

/**
 * Draws a page, or a part of it, as WebP in a child process. Whole pages, and pictures between the words of a page, are kept in
 * the blob store unless drawing them took too long and was cut. What the reading knows to have no picture is refused at once.
 * Throws `ReadError`, `BlobNotFoundError`, or the signal's reason.
 */
export async function drawPicture(context: ReadingContext, request: PictureRequest, signal: AbortSignal): Promise<Uint8Array> {
  const { blobs, store, limits, ocrModelDir, fontDir } = context;
  const { sha256, page, region, password, name = '' } = request;
  const width = stepWidth(request.width);
  const part = framedPart(await store.findPage(sha256, page), region);
  const key = keyOf(sha256, width, page, region, part);
  if (key && (await blobs.has(key))) return buffer(await blobs.get(key));
  let isCut = false;
  const take = ({ head }: ChildMessage) => {
    isCut ||= (head as ReadMessage).type === 'picture_cut';
  };
  const bytes = await withFileAndFolder(blobs, sha256, 'picture', async (file, folder) => {
    const target = path.join(folder, 'page.webp');
    await runChild(
      context.pool,
      { kind: 'draw', path: file, name, password, limits, ocrModelDir, fontDir, page, width, region, part, target },
      { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal, urgent: true, onMessage: take },
    );
    return readFile(target);
  });
  if (key && !isCut) await keep(blobs, key, bytes);
  return bytes;
}

/** A picture that cannot be kept for want of space is shown all the same, and drawn anew the next time. */
async function keep(blobs: BlobStore, key: string, bytes: Uint8Array): Promise<void> {
  await blobs.put(key, bytes).catch((error) => {
    if (findOutage(error)?.kind !== 'full') throw error;
  });
}

/** Which of its pictures a page is asked for that we have set; undefined for a page that is drawn, or that is not read yet. */
function framedPart(page: Page | null, region: Box | undefined): string | undefined {
  if (!page || page.display === 'image') return undefined;
  const frame = region && page.pictures?.find(({ box }) => iou(box, region) > SAME_FRAME);
  if (!frame) throw new ReadError('unsupported_media_type', 'This page is shown as text and has no picture.');
  return frame.part;
}

/** Where the drawing is kept; null for the region of a drawn page, which may be any. */
function keyOf(sha256: string, width: number, page: number, region: Box | undefined, part: string | undefined): string | null {
  if (part === undefined) return region ? null : pictureKey(sha256, `${READING_VERSION}-${page}-${width}.webp`);
  return pictureKey(sha256, `${READING_VERSION}-part-${createHash('sha256').update(part).digest('hex')}-${width}.webp`);
}
