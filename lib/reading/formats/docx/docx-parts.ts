import path from 'node:path';
import type { Archive } from '../../files/open-archive.ts';
import type { XmlElement } from '../../xml/xml.ts';
import { type Relation, readOptionalPart } from '../ooxml/relations.ts';

/** Parts beside the main text, by the type of their relation. */
export type PartType = 'styles' | 'numbering' | 'footnotes' | 'endnotes' | 'comments' | 'header' | 'footer';

export type DocxPart = { name: string; root: XmlElement };

/** The parts of a Word file beside its main text. */
export type DocxParts = {
  /** Those of a type that can be read, in the order of their relations. */
  list(type: PartType): Promise<DocxPart[]>;
  /** The first of a type; null when there is none. */
  first(type: PartType): Promise<DocxPart | null>;
  /** A sentence about parts with text that were asked for and are missing or damaged; null when there are none. */
  warning(): string | null;
};

const MOST_PARTS = 1000;
/** What parts with text are called in a sentence. The others only say how the text looks. */
const TEXTS: Partial<Record<PartType, string>> = {
  header: 'headers',
  footnotes: 'footnotes',
  endnotes: 'endnotes',
  comments: 'comments',
  footer: 'footers',
};

/**
 * Opens the parts of a Word file by its relations. Where these are lost, or lead to no part, the names count that Word gives its parts.
 * @param main the part of the main text
 */
export function createDocxParts(archive: Archive, main: string, relations: ReadonlyMap<string, Relation>): DocxParts {
  const lost = new Set<string>();
  const namesOf = (type: PartType): string[] => {
    const related = [...relations.values()].filter((each) => each.type === type && !each.external).map(({ target }) => target);
    const found = related.filter((name) => archive.has(name));
    if (found.length > 0 || (related.length === 0 && relations.size > 0)) return related;
    const usual = archive.names.filter((name) => isUsual(name, main, type)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return usual.length > 0 ? usual : related;
  };
  const list = async (type: PartType): Promise<DocxPart[]> => {
    const parts: DocxPart[] = [];
    for (const name of namesOf(type).slice(0, MOST_PARTS)) {
      const root = await readOptionalPart(archive, name);
      if (root) parts.push({ name, root });
      else if (TEXTS[type]) lost.add(TEXTS[type]);
    }
    return parts;
  };
  return {
    list,
    first: async (type) => (await list(type))[0] ?? null,
    warning: () =>
      lost.size === 0 ? null : `Parts that this Word file names are missing or damaged: ${[...lost].join(', ')}. The rest was read.`,
  };
}

/** `word/header2.xml` beside `word/document.xml`. */
function isUsual(name: string, main: string, type: PartType): boolean {
  const { dir, base } = path.posix.parse(name.replace(/^\/+/, ''));
  return dir.toLowerCase() === path.posix.dirname(main).toLowerCase() && new RegExp(`^${type}\\d*\\.xml$`, 'i').test(base);
}
