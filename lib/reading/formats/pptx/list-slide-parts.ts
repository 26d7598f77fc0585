import type { Archive } from '../../files/open-archive.ts';
import { ReadError } from '../../model/read-error.ts';
import { attribute, child, elements, type XmlElement } from '../../xml/xml.ts';
import { findPart, readPart, readRelations } from '../ooxml/relations.ts';

const SLIDE = /^ppt\/slides\/slide\d+\.xml$/i;

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** The main part of a presentation and the parts of its slides in order; all slides when its own list leads nowhere. Throws `ReadError` `damaged_file` without a main part. */
export async function listSlideParts(archive: Archive): Promise<{ root: XmlElement; slides: string[] }> {
  const main = findPart(archive, await readRelations(archive, ''), 'officeDocument') ?? 'ppt/presentation.xml';
  const root = await readPart(archive, main);
  if (!root) throw new ReadError('damaged_file', 'The presentation is damaged: its main part is missing. Ask for a new copy.');
  const relations = await readRelations(archive, main);
  const slides = elements(child(root, 'sldIdLst'), 'sldId').flatMap((each) => {
    const relation = relations.get(attribute(each, 'r:id') ?? '');
    return relation && archive.has(relation.target) ? [relation.target] : [];
  });
  return { root, slides: slides.length > 0 ? slides : archive.names.filter((name) => SLIDE.test(name)).sort(byNumber) };
}
