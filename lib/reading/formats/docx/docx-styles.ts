import { attribute, child, elements, type XmlElement } from '../../xml/xml.ts';

export type ParagraphStyle = {
  /** 1 to 9 for headings; Title counts as 1, Subtitle as 2. */
  headingLevel: number | undefined;
  bold: boolean;
  numbering: { numId: string; level: number } | undefined;
};

export type DocxStyles = {
  paragraph(styleId: string | undefined): ParagraphStyle;
  characterBold(styleId: string | undefined): boolean | undefined;
};

/** A switch such as `w:b`: present without a value means on. */
export function isOn(element: XmlElement | undefined): boolean | undefined {
  if (!element) return undefined;
  const value = attribute(element, 'val');
  return value === undefined || !['0', 'false', 'off', 'none'].includes(value);
}

/** `w:numPr` of paragraph properties; `numId` 0 means "no numbering". */
export function numberingOf(properties: XmlElement | undefined): { numId: string; level: number } | undefined {
  const numPr = child(properties, 'numPr');
  const numId = attribute(child(numPr, 'numId'), 'val');
  const level = Number.parseInt(attribute(child(numPr, 'ilvl'), 'val') ?? '0', 10) || 0;
  return numId === undefined ? undefined : { numId, level };
}

/** Outline level of paragraph properties as a heading level (0 in the file is level 1; 9 is body text). */
export function outlineLevel(properties: XmlElement | undefined): number | undefined {
  const value = Number.parseInt(attribute(child(properties, 'outlineLvl'), 'val') ?? '', 10);
  return value >= 0 && value < 9 ? value + 1 : undefined;
}

function nameLevel(style: XmlElement): number | undefined {
  const name = (attribute(child(style, 'name'), 'val') ?? '').toLowerCase();
  const heading = /^heading (\d)$/.exec(name);
  if (heading) return Number(heading[1]);
  return name === 'title' ? 1 : name === 'subtitle' ? 2 : undefined;
}

/** What Word calls its headings in English; all that tells them where there are no styles. */
function idLevel(styleId: string | undefined): number | undefined {
  const heading = /^heading([1-9])$/i.exec(styleId ?? '');
  if (heading) return Number(heading[1]);
  return /^title$/i.test(styleId ?? '') ? 1 : /^subtitle$/i.test(styleId ?? '') ? 2 : undefined;
}

/** Reads `styles.xml`; properties are looked for along `basedOn`, nearest first. Without it headings are known by their ids. */
export function readStyles(root: XmlElement | null): DocxStyles {
  const styles = new Map<string, XmlElement>();
  let defaultId: string | undefined;
  for (const style of elements(root ?? undefined, 'style')) {
    const id = attribute(style, 'styleId');
    if (id === undefined) continue;
    styles.set(id, style);
    if (attribute(style, 'type') === 'paragraph' && attribute(style, 'default') === '1') defaultId = id;
  }
  const chain = (id: string | undefined): XmlElement[] => {
    const list: XmlElement[] = [];
    for (let at = id; at !== undefined && list.length < 30; ) {
      const style: XmlElement | undefined = styles.get(at);
      if (!style || list.includes(style)) break;
      list.push(style);
      at = attribute(child(style, 'basedOn'), 'val');
    }
    return list;
  };
  const first = <T>(list: XmlElement[], find: (style: XmlElement) => T | undefined): T | undefined => {
    for (const style of list) {
      const found = find(style);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const known = new Map<string, ParagraphStyle>();
  return {
    paragraph(styleId) {
      const id = styleId ?? defaultId ?? '';
      const found = known.get(id);
      if (found) return found;
      const list = chain(id);
      const style: ParagraphStyle = {
        headingLevel: root ? first(list, (each) => outlineLevel(child(each, 'pPr')) ?? nameLevel(each)) : idLevel(styleId),
        bold: first(list, (each) => isOn(child(each, 'rPr', 'b'))) ?? false,
        numbering: first(list, (each) => numberingOf(child(each, 'pPr'))),
      };
      known.set(id, style);
      return style;
    },
    characterBold: (styleId) => first(chain(styleId), (each) => isOn(child(each, 'rPr', 'b'))),
  };
}
