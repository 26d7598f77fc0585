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
import { findPart, type Relation, readOptionalPart, readPart, readRelations } from '../ooxml/relations.ts';
import { type BodyContext, BodyReader } from './docx-body.ts';
import { readChunks } from './docx-chunks.ts';
import { createListCounter } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';
import { isFlatPackage, openFlatPackage } from './flat-package.ts';

/** Larger packages are not loaded to see whether they are written as XML. */
const LARGEST_FLAT = 64 * 1024 * 1024;

type NoteKind = 'footnote' | 'endnote';

function textOf(blocks: readonly LayoutBlock[]): string {
  return JSON.stringify(blocks.map((block) => ('runs' in block ? block.runs.map((run) => run.text) : block)));
}

/** Headers or footers of all sections, each different one once. */
async function marginBlocks(archive: Archive, relations: ReadonlyMap<string, Relation>, base: BodyContext, kind: 'header' | 'footer') {
  const blocks: LayoutBlock[] = [];
  const seen = new Set<string>();
  for (const relation of relations.values()) {
    if (relation.type !== kind || relation.external) continue;
    const root = await readOptionalPart(archive, relation.target);
    if (!root) continue;
    const reader = new BodyReader({ ...base, relations: await readRelations(archive, relation.target) });
    const own = reader.blocks(root, kind);
    const text = textOf(own);
    if (!seen.has(text)) blocks.push(...own);
    seen.add(text);
  }
  return blocks;
}

async function noteBlocks(
  archive: Archive,
  relations: ReadonlyMap<string, Relation>,
  base: BodyContext,
  kind: NoteKind,
): Promise<LayoutBlock[]> {
  const part = findPart(archive, relations, `${kind}s`);
  const root = await readOptionalPart(archive, part);
  if (!root || part === null) return [];
  const reader = new BodyReader({ ...base, relations: await readRelations(archive, part) });
  return elements(root, kind)
    .filter((note) => !['separator', 'continuationSeparator', 'continuationNotice'].includes(attribute(note, 'type') ?? ''))
    .flatMap((note) => {
      const blocks = reader.blocks(note, 'note');
      const first = blocks[0];
      if (first && 'runs' in first) first.runs = [{ text: `${base.noteNumber(kind, attribute(note, 'id') ?? '')} ` }, ...first.runs];
      return blocks;
    });
}

async function commentBlocks(archive: Archive, relations: ReadonlyMap<string, Relation>, base: BodyContext): Promise<LayoutBlock[]> {
  const part = findPart(archive, relations, 'comments');
  const root = await readOptionalPart(archive, part);
  if (!root || part === null) return [];
  const reader = new BodyReader({ ...base, relations: await readRelations(archive, part) });
  return elements(root, 'comment').flatMap((comment) => {
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
  const main = findPart(archive, await readRelations(archive, ''), 'officeDocument') ?? 'word/document.xml';
  const root = await readPart(archive, main);
  const body: XmlElement | undefined = child(root ?? undefined, 'body');
  if (!body) throw new ReadError('damaged_file', 'The Word file is damaged: it has no text part. Ask for a new copy.');
  const relations = await readRelations(archive, main);
  const base: BodyContext = {
    styles: readStyles(await readOptionalPart(archive, findPart(archive, relations, 'styles'))),
    lists: createListCounter(await readOptionalPart(archive, findPart(archive, relations, 'numbering'))),
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
  return [
    ...(await marginBlocks(archive, relations, base, 'header')),
    ...new BodyReader(base).blocks(body),
    ...(await noteBlocks(archive, relations, base, 'footnote')),
    ...(await noteBlocks(archive, relations, base, 'endnote')),
    ...(await commentBlocks(archive, relations, base)),
    ...(await marginBlocks(archive, relations, base, 'footer')),
  ];
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
