import type { Rectangle } from '../../layout/rectangle.ts';
import { attribute, child, elements, type XmlElement } from '../../xml/xml.ts';
import { readRectangle } from '../ooxml/drawing-geometry.ts';

/** The layout and the master behind a slide. */
export type Behind = { layout: XmlElement | null; master: XmlElement | null };

export type Placeholder = { type: string; index: string | undefined };

/** What a shape is a placeholder for, or null. A `p:ph` without a type is for body content. */
export function placeholderOf(shape: XmlElement): Placeholder | null {
  const properties = elements(shape).find((each) => /^nv\w*Pr$/.test(each.name));
  const mark = child(properties, 'nvPr', 'ph');
  return mark ? { type: attribute(mark, 'type') ?? 'obj', index: attribute(mark, 'idx') } : null;
}

/** Masters know five types; layouts have more. */
function masterType(type: string): string {
  if (type === 'ctrTitle' || type === 'title') return 'title';
  return ['dt', 'ftr', 'sldNum', 'hdr'].includes(type) ? type : 'body';
}

function shapesOf(part: XmlElement | null): XmlElement[] {
  const walk = (tree: XmlElement | undefined): XmlElement[] =>
    elements(tree).flatMap((each) =>
      each.name === 'grpSp' ? walk(each) : ['sp', 'pic', 'graphicFrame'].includes(each.name) ? [each] : [],
    );
  return walk(child(part ?? undefined, 'cSld', 'spTree'));
}

/** The shapes of layout and master that a placeholder takes after, nearest first. */
export function ancestorsOf(placeholder: Placeholder, { layout, master }: Behind): XmlElement[] {
  const candidates = shapesOf(layout).map((shape) => ({ shape, own: placeholderOf(shape) }));
  const inLayout =
    candidates.find(({ own }) => own && placeholder.index !== undefined && own.index === placeholder.index) ??
    candidates.find(({ own }) => own && masterType(own.type) === masterType(placeholder.type) && placeholder.index === undefined);
  const type = masterType(inLayout ? (placeholderOf(inLayout.shape)?.type ?? placeholder.type) : placeholder.type);
  const inMaster = shapesOf(master).find((shape) => {
    const own = placeholderOf(shape);
    return own && masterType(own.type) === type;
  });
  return [inLayout?.shape, inMaster].filter((shape): shape is XmlElement => shape !== undefined);
}

/** A shape's own rectangle, or that of the placeholder it takes after. */
export function rectangleOf(shape: XmlElement, ancestors: readonly XmlElement[]): Rectangle | null {
  for (const each of [shape, ...ancestors]) {
    const rectangle = readRectangle(child(each, 'spPr', 'xfrm') ?? child(each, 'xfrm'));
    if (rectangle) return rectangle;
  }
  return null;
}

export type LevelStyle = { size: number; bold: boolean; align: string };

/** Looks up text properties of a list level: the shape, its placeholders, then the master's text styles. */
export function levelStyle(
  level: number,
  shape: XmlElement,
  ancestors: readonly XmlElement[],
  placeholder: Placeholder | null,
  master: XmlElement | null,
): LevelStyle {
  const name = `lvl${level + 1}pPr`;
  const sources = [shape, ...ancestors].map((each) => child(each, 'txBody', 'lstStyle', name));
  const kind = !placeholder
    ? 'otherStyle'
    : masterType(placeholder.type) === 'title'
      ? 'titleStyle'
      : masterType(placeholder.type) === 'body'
        ? 'bodyStyle'
        : 'otherStyle';
  sources.push(child(master ?? undefined, 'txStyles', kind, name));
  const first = <T>(find: (properties: XmlElement) => T | undefined): T | undefined => {
    for (const each of sources) {
      const found = each ? find(each) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    size: (Number.parseInt(first((each) => attribute(child(each, 'defRPr'), 'sz')) ?? '', 10) || 1800) / 100,
    bold: first((each) => attribute(child(each, 'defRPr'), 'b')) === '1',
    align: first((each) => attribute(each, 'algn')) ?? 'l',
  };
}

/** Vertical place of text in its shape: `t`, `ctr` or `b`. */
export function anchorOf(shape: XmlElement, ancestors: readonly XmlElement[]): string {
  for (const each of [shape, ...ancestors]) {
    const anchor = attribute(child(each, 'txBody', 'bodyPr'), 'anchor');
    if (anchor) return anchor;
  }
  return 't';
}
