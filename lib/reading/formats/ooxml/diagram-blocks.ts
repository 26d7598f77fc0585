import type { Archive } from '../../files/open-archive.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { descendants, innerText } from '../../xml/xml.ts';
import { type Relation, readOptionalPart } from './relations.ts';

/** The texts of the diagrams (SmartArt) that a part refers to, by the relation of their data; damaged ones are left out. */
export async function readDiagrams(archive: Archive, relations: ReadonlyMap<string, Relation>): Promise<Map<string, LayoutBlock[]>> {
  const diagrams = new Map<string, LayoutBlock[]>();
  for (const { id, type, target, external } of relations.values()) {
    if (type !== 'diagramData' || external) continue;
    const data = await readOptionalPart(archive, target);
    const paragraphs = descendants(data ?? undefined, 'pt').flatMap((point) => descendants(point, 'p'));
    const texts = paragraphs.map((paragraph) => descendants(paragraph, 't').map(innerText).join('')).filter((text) => text.trim() !== '');
    diagrams.set(
      id,
      texts.map((text): LayoutBlock => ({ kind: 'paragraph', runs: [{ text }] })),
    );
  }
  return diagrams;
}
