import { readFile } from 'node:fs/promises';
import { type Archive, openArchive } from '../../files/open-archive.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { pageEvents } from '../../layout/page-events.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { isShownPicture } from '../../pictures/list-package-pictures.ts';
import { attribute, child, elements, type XmlElement } from '../../xml/xml.ts';
import { readCharts } from '../ooxml/chart-blocks.ts';
import { readCoreProperties } from '../ooxml/core-properties.ts';
import { readDiagrams } from '../ooxml/diagram-blocks.ts';
import { embeddedEvents } from '../ooxml/embedded-files.ts';
import { findPart, readPart, readRelations } from '../ooxml/relations.ts';
import { type BodyContext, BodyReader } from './docx-body.ts';
import { readChunks } from './docx-chunks.ts';
import { createListCounter } from './docx-numbering.ts';
import { createDocxParts, type DocxParts } from './docx-parts.ts';
import { readStyles } from './docx-styles.ts';
import { isFlatPackage, openFlatPackage } from './flat-package.ts';

/** Larger packages are not loaded to see whether they are written as XML. */
const LARGEST_FLAT = 64 * 1024 * 1024;

type NoteKind = 'footnote' | 'endnote';

function textOf(blocks: readonly LayoutBlock[]): string {
  return JSON.stringify(blocks.map((block) => ('runs' in block ? block.runs.map((run) => run.text) : block)));
}

/** Headers or footers of all sections, each different one once. */
async function marginBlocks(archive: Archive, parts: DocxParts, base: BodyContext, kind: 'header' | 'footer') {
  const blocks: LayoutBlock[] = [];
  const seen = new Set<string>();
  for (const { name, root } of await parts.list(kind)) {
    const reader = new BodyReader({ ...base, relations: await readRelations(archive, name) });
    const own = reader.blocks(root, kind);
    const text = textOf(own);
    if (!seen.has(text)) blocks.push(...own);
    seen.add(text);
  }
  return blocks;
}

async function noteBlocks(archive: Archive, parts: DocxParts, base: BodyContext, kind: NoteKind): Promise<LayoutBlock[]> {
  const part = await parts.first(`${kind}s`);
  if (!part) return [];
  const reader = new BodyReader({ ...base, relations: await readRelations(archive, part.name) });
  return elements(part.root, kind)
    .filter((note) => !['separator', 'continuationSeparator', 'continuationNotice'].includes(attribute(note, 'type') ?? ''))
    .flatMap((note) => {
      const blocks = reader.blocks(note, 'note');
      const first = blocks[0];
      if (first && 'runs' in first) first.runs = [{ text: `${base.noteNumber(kind, attribute(note, 'id') ?? '')} ` }, ...first.runs];
      return blocks;
    });
}

async function commentBlocks(archive: Archive, parts: DocxParts, base: BodyContext): Promise<LayoutBlock[]> {
  const part = await parts.first('comments');
  if (!part) return [];
  const reader = new BodyReader({ ...base, relations: await readRelations(archive, part.name) });
  return elements(part.root, 'comment').flatMap((comment) => {
    const blocks = reader.blocks(comment, 'comment');
    const author = attribute(comment, 'author');
    const first = blocks[0];
    if (first && 'runs' in first && author) first.runs = [{ text: `Comment by ${author}: ` }, ...first.runs];
    return blocks;
  });
}

/** Notes are numbered in the order of their references in the text. */
function noteCounter(): BodyContext['noteNumber'] {
  const numbers = new Map<string, number>();
  const counts = { footnote: 0, endnote: 0 };
  return (kind, id) => {
    const key = `${kind} ${id}`;
    const known = numbers.get(key);
    if (known !== undefined) return `[${known}]`;
    counts[kind] += 1;
    numbers.set(key, counts[kind]);
    return `[${counts[kind]}]`;
  };
}

async function documentBlocks(archive: Archive, context: ReadContext, warnings: string[], isInner = false): Promise<LayoutBlock[]> {
  const main = findPart(archive, await readRelations(archive, ''), 'officeDocument') ?? usualMain(archive);
  const root = await readPart(archive, main);
  const body: XmlElement | undefined = child(root ?? undefined, 'body');
  if (!body) throw new ReadError('damaged_file', 'The Word file is damaged: it has no text part. Ask for a new copy.');
  const relations = await readRelations(archive, main);
  const parts = createDocxParts(archive, main, relations);
  const base: BodyContext = {
    styles: readStyles((await parts.first('styles'))?.root ?? null),
    lists: createListCounter((await parts.first('numbering'))?.root ?? null),
    relations,
    charts: new Map([...(await readCharts(archive, relations)), ...(await readDiagrams(archive, relations))]),
    chunks: await readChunks(
      archive,
      relations,
      context,
      isInner ? null : (inner) => documentBlocks(inner, context, warnings, true),
      warnings,
    ),
    noteNumber: noteCounter(),
    isPicture: (part) => !isInner && isShownPicture(part) && archive.has(part),
  };
  const blocks = [
    ...(await marginBlocks(archive, parts, base, 'header')),
    ...new BodyReader(base).blocks(body),
    ...(await noteBlocks(archive, parts, base, 'footnote')),
    ...(await noteBlocks(archive, parts, base, 'endnote')),
    ...(await commentBlocks(archive, parts, base)),
    ...(await marginBlocks(archive, parts, base, 'footer')),
  ];
  const warning = parts.warning();
  if (warning) warnings.push(warning);
  return blocks;
}

/** The main text by the name that Word gives it, where nothing names it. */
function usualMain(archive: Archive): string {
  return archive.names.find((name) => /^\/?word\/document\d*\.xml$/i.test(name)) ?? 'word/document.xml';
}

/** The package, zipped or written as one XML document. */
async function openPackage({ path, size }: SourceFile, { limits, signal }: ReadContext): Promise<Archive> {
  if (size <= LARGEST_FLAT) {
    const bytes = await readFile(path);
    if (isFlatPackage(bytes)) return openFlatPackage(bytes);
  }
  return openArchive(path, limits, signal);
}

/** Reads Word files of the XML format (also templates and files with macros, which are never run) as flowing text. */
export const docxAdapter: FormatAdapter = {
  name: 'docx',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    const archive = await openPackage(file, context);
    try {
      const values = await readCoreProperties(archive);
      if (values.length > 0) yield { type: 'stated_values', values };
      const warnings: string[] = [];
      const blocks = await documentBlocks(archive, context, warnings);
      for (const message of new Set(warnings)) yield { type: 'warning', message };
      yield* pageEvents(blocks, context);
      yield* embeddedEvents(archive, context);
    } finally {
      archive.close();
    }
  },
};
