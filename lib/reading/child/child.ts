import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Attachment } from '#lib/contract/service/reading.ts';
import { serveTasks, type TaskTools } from '#lib/platform/children/serve-tasks.ts';
import { setFontFolder } from '../formats/pdf/pdfium/substitute-fonts.ts';
import type { ReadContext, ReadEvent } from '../model/adapter.ts';
import type { ChildTask, ComposeTask, DrawTask, ReadMessage, ReadTask, RecogniseTask, SniffTask, TaskResult } from '../model/child-task.ts';
import { ReadError } from '../model/read-error.ts';
import { createLazyRecogniser } from '../ocr/lazy-recogniser.ts';
import { sniff } from '../sniffing/sniff.ts';
import { findXmlRoot } from '../xml/find-xml-root.ts';
import { limitComposed, mostComposedBytes } from './limit-composed.ts';
import { openSource, readEvents } from './read-events.ts';
import { recogniseRegion } from './recognise-region.ts';
import { requireAdapter } from './require-adapter.ts';
import { warmReaders } from './warm-readers.ts';

/** The child program of the reader: one file at a time, its pages streamed, its pictures written to disk. */

const compress = promisify(gzip);
const WEBP = { quality: 80, effort: 2 };
const recognisers = new Map<string, ReturnType<typeof createLazyRecogniser>>();

function recogniserFor(modelDir: string | undefined): ReturnType<typeof createLazyRecogniser> {
  const key = modelDir ?? '';
  const known = recognisers.get(key) ?? createLazyRecogniser(modelDir);
  recognisers.set(key, known);
  return known;
}

serveTasks(async (given, tools): Promise<TaskResult> => {
  const task = given as ChildTask;
  try {
    if (task.kind === 'sniff') return await tellKind(task, tools);
    if (task.kind !== 'warm') setFontFolder(task.fontDir);
    if (task.kind === 'read') await read(task, tools);
    else if (task.kind === 'draw') await draw(task, tools);
    else if (task.kind === 'compose') await composeFiles(task);
    else if (task.kind === 'warm') await warmReaders(task, recogniserFor(task.ocrModelDir));
    else await recognise(task, tools);
    return { ok: true };
  } catch (error) {
    if (error instanceof ReadError && !isFatal(error.cause)) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
});

async function tellKind({ path: file, name }: SniffTask, { send }: TaskTools): Promise<TaskResult> {
  const mediaType = await sniff(file, name);
  const xmlRoot = await findXmlRoot(file, mediaType);
  await send({ head: { type: 'kind', mediaType, xmlRoot } satisfies ReadMessage });
  return { ok: true };
}

/** A trapped wasm module: the process must not read another file. */
function isFatal(cause: unknown): boolean {
  return cause instanceof WebAssembly.RuntimeError;
}

async function read(task: ReadTask, tools: TaskTools): Promise<void> {
  const send = (head: ReadMessage, body?: Uint8Array) => tools.send({ head, body });
  const paths = new Map<Attachment, string>();
  const context: ReadContext = {
    limits: task.limits,
    languages: task.languages,
    signal: new AbortController().signal,
    async keepAttachment(attachment, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const target = path.join(task.folder, sha256);
      await writeFile(target, bytes);
      const kept = { ...attachment, size: bytes.byteLength, sha256 };
      paths.set(kept, target);
      return kept;
    },
  };
  const file = await openSource(task);
  await send({ type: 'media_type', mediaType: file.mediaType });
  for await (const event of readEvents(file, context, recogniserFor(task.ocrModelDir))) {
    if (event.type === 'page') {
      const { number, words } = event.page;
      const characters = words.reduce((sum, { text }) => sum + text.length, 0);
      await send({ type: 'page', number, characters }, await compress(JSON.stringify(event.page)));
    } else await send(toMessage(event, paths));
  }
  if (file.path !== task.path) {
    await send({ type: 'unlocked', path: file.path });
    return;
  }
  const { unlock } = await requireAdapter(file.mediaType, recogniserFor(task.ocrModelDir));
  if (file.password !== undefined && unlock) {
    const target = path.join(task.folder, 'unlocked');
    await writeFile(target, await unlock(file));
    await send({ type: 'unlocked', path: target });
  }
}

function toMessage(event: Exclude<ReadEvent, { type: 'page' }>, paths: ReadonlyMap<Attachment, string>): ReadMessage {
  if (event.type !== 'attachment') return event;
  const target = [...paths].find(([kept]) => kept === event.attachment || kept.sha256 === event.attachment.sha256)?.[1];
  if (!target) throw new Error('An attachment was announced that was not kept.');
  return { type: 'attachment', attachment: event.attachment, path: target };
}

async function draw(task: DrawTask, tools: TaskTools): Promise<void> {
  const file = await openSource(task);
  const adapter = await requireAdapter(file.mediaType, recogniserFor(task.ocrModelDir));
  const { part, page, region } = task;
  if (!(part === undefined ? adapter.draw : adapter.drawFramed))
    throw new ReadError('unsupported_media_type', 'The pages of this file are shown as text and have no pictures.');
  const context = pageContext(task, []);
  const { pixels, width, height, isCut } = await drawSafely(() =>
    part === undefined ? adapter.draw?.(file, page, task.width, context, region) : adapter.drawFramed?.(file, part, task.width, context),
  );
  const { default: sharp } = await import('sharp');
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp(WEBP)
    .toFile(task.target);
  if (isCut) await tools.send({ head: { type: 'picture_cut' } satisfies ReadMessage });
}

async function recognise(task: RecogniseTask, tools: TaskTools): Promise<void> {
  const file = await openSource(task);
  const recogniser = recogniserFor(task.ocrModelDir);
  const adapter = await requireAdapter(file.mediaType, recogniser);
  const { page, pageWidth, region } = task;
  const context = pageContext(task, task.languages);
  const words = await drawSafely(() => recogniseRegion(adapter, file, recogniser, { page, pageWidth, region, context }));
  await tools.send({ head: { type: 'words', words } satisfies ReadMessage });
}

async function composeFiles({ parts, pageCount, ...task }: ComposeTask): Promise<void> {
  const file = await openSource(task);
  const pages = parts.map((part) => part.pages);
  const composed =
    file.mediaType === 'application/pdf'
      ? (await import('../formats/pdf/compose-pdf.ts')).composePdf(file, pages, pageCount)
      : (await import('../formats/image/compose-image.ts')).composeImages(file, pages, pageCount, task.limits);
  let index = 0;
  const limited = limitComposed(composed, mostComposedBytes(file, pageCount));
  for await (const bytes of limited) await writeFile(parts[index++]!.target, bytes);
}

/** For work on one page of a file that was read before. */
function pageContext({ limits }: Pick<DrawTask, 'limits'>, languages: string[]): ReadContext {
  return {
    limits,
    languages,
    signal: new AbortController().signal,
    keepAttachment: () => Promise.reject(new Error('Pages that were read before give no attachments.')),
  };
}

async function drawSafely<T>(work: () => Promise<T> | undefined): Promise<T> {
  try {
    const drawn = await work();
    if (drawn === undefined) throw new Error('Nothing was drawn.');
    return drawn;
  } catch (cause) {
    if (cause instanceof ReadError || cause instanceof WebAssembly.RuntimeError) throw cause;
    throw new ReadError('damaged_file', 'This page is damaged and cannot be shown.', { cause });
  }
}
