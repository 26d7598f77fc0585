import type { Archive } from '../../files/open-archive.ts';
import { child, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import { readOptionalPart } from '../ooxml/relations.ts';
import { placeholderOf } from './pptx-placeholders.ts';

const MASTER = /^ppt\/slide(masters|layouts)\/[^/]+\.xml$/i;
const MOST_MASTERS = 500;

/** The masters and layouts of a presentation that say something themselves, for one that has no slides. */
export async function listMasterParts(archive: Archive): Promise<XmlElement[]> {
  const masters: XmlElement[] = [];
  const names = archive.names.filter((name) => MASTER.test(name)).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  for (const name of names.slice(0, MOST_MASTERS)) {
    const root = await readOptionalPart(archive, name);
    const shapes = elements(child(root ?? undefined, 'cSld', 'spTree'));
    if (root && shapes.some((shape) => !placeholderOf(shape) && innerText(shape).trim() !== '')) masters.push(root);
  }
  return masters;
}
