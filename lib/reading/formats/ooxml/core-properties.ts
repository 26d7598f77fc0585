import type { StatedValue } from '#lib/contract/service/reading.ts';
import type { Archive } from '../../files/open-archive.ts';
import { elements, innerText } from '../../xml/xml.ts';
import { findPart, readPart, readRelations } from './relations.ts';

const KEPT = new Set(['title', 'subject', 'creator', 'description', 'keywords', 'created', 'modified', 'lastModifiedBy', 'category']);

/** Document properties of an Office Open XML package (title, author, dates) as stated values; none when unreadable. */
export async function readCoreProperties(archive: Archive): Promise<StatedValue[]> {
  try {
    const root = await readPart(archive, findPart(archive, await readRelations(archive, ''), 'core-properties'));
    return elements(root ?? undefined)
      .map((element) => ({ source: 'property' as const, path: element.name, value: innerText(element).trim() }))
      .filter(({ path, value }) => KEPT.has(path) && value !== '');
  } catch {
    return [];
  }
}
