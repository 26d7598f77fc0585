import { readFile } from 'node:fs/promises';
import { type Archive, openArchive } from '../../files/open-archive.ts';
import type { Rectangle } from '../../layout/rectangle.ts';
import type { ReadContext, SourceFile } from '../../model/adapter.ts';
import { passwordRequired } from '../../model/password-errors.ts';
import { ReadError } from '../../model/read-error.ts';
import { isShownPicture } from '../../pictures/list-package-pictures.ts';
import { readLength } from '../../xml/read-length.ts';
import { attribute, child, descendants, elements, parseXml, type XmlElement } from '../../xml/xml.ts';
import { readOptionalPart } from '../ooxml/relations.ts';

/** The parts of an OpenDocument file that hold text and styles. */
export type OdfPackage = {
  content: XmlElement;
  /** `styles.xml`: page layouts, headers and footers; null when missing. */
  styles: XmlElement | null;
  /** Contents of embedded objects (formulas, charts, sheets) by folder, e.g. `Object 1`. */
  objects: ReadonlyMap<string, XmlElement>;
  /** Names of the parts that are pictures which can be shown. */
  pictures: ReadonlySet<string>;
};

const OBJECT = /^(?:\.\/)?(object[^/]*)\/content\.xml$/i;
const MOST_OBJECTS = 500;

/** Reads an OpenDocument package, or a flat file (one XML document). Throws `ReadError` `password_required`, `damaged_file`. */
export async function openOdf(file: SourceFile, context: ReadContext): Promise<OdfPackage> {
  if (file.mediaType.endsWith('xml')) {
    const root = parseXml(await readFile(file.path));
    return { content: root, styles: root, objects: new Map(), pictures: new Set() };
  }
  const archive = await openArchive(file.path, context.limits, context.signal);
  try {
    if (archive.has('META-INF/manifest.xml')) {
      const manifest = parseXml(await archive.read('META-INF/manifest.xml'));
      if (descendants(manifest, 'encryption-data').length > 0) {
        throw passwordRequired();
      }
    }
    const content = parseXml(await archive.read('content.xml'));
    const styles = archive.has('styles.xml') ? parseXml(await archive.read('styles.xml')) : null;
    return { content, styles, objects: await readObjects(archive), pictures: new Set(archive.names.filter(isShownPicture)) };
  } finally {
    archive.close();
  }
}

async function readObjects(archive: Archive): Promise<Map<string, XmlElement>> {
  const objects = new Map<string, XmlElement>();
  for (const name of archive.names) {
    const folder = OBJECT.exec(name)?.[1];
    const root = folder && objects.size < MOST_OBJECTS ? await readOptionalPart(archive, name) : null;
    if (folder && root) objects.set(folder, root);
  }
  return objects;
}

/** The element of `office:body` that holds the document, e.g. `text` or `presentation`. */
export function requireBody({ content }: OdfPackage, ...kinds: string[]): XmlElement {
  const body = child(content, 'body');
  const found = kinds.map((kind) => child(body, kind)).find((each) => each !== undefined);
  if (!found) throw new ReadError('damaged_file', 'The file is damaged: its content is missing. Ask for a new copy.');
  return found;
}

/** All styles of a package by name: automatic and named ones. */
export function odfStyles({ content, styles }: OdfPackage): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const part of [styles, content]) {
    for (const group of elements(part ?? undefined, 'styles', 'automatic-styles', 'master-styles')) {
      for (const style of elements(group)) {
        const name = attribute(style, 'style:name') ?? attribute(style, 'name');
        if (name !== undefined) found.set(name, style);
      }
    }
  }
  return found;
}

/** The place of a drawn shape in points; null when it has no size. */
export function rectangleOf(shape: XmlElement): Rectangle | null {
  const [width, height] = [readLength(attribute(shape, 'svg:width')), readLength(attribute(shape, 'svg:height'))];
  if (width === null || height === null) return null;
  const moved = /translate\s*\(\s*([\d.-]+\w+)\s+([\d.-]+\w+)\s*\)/.exec(attribute(shape, 'transform') ?? '');
  const left = readLength(attribute(shape, 'svg:x')) ?? readLength(moved?.[1]) ?? 0;
  const top = readLength(attribute(shape, 'svg:y')) ?? readLength(moved?.[2]) ?? 0;
  return { left, top, width, height };
}
