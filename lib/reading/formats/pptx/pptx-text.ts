import type { TextRun } from '../../layout/layout-block.ts';
import { attribute, child, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import type { Relation } from '../ooxml/relations.ts';

/** One paragraph of DrawingML text. */
export type SlideParagraph = {
  runs: TextRun[];
  /** List level from 0. */
  level: number;
  /** Font size in points if the paragraph's first run says it. */
  size: number | undefined;
  align: string | undefined;
  /** Explicit list sign: true, explicit none: false, else inherited. */
  bullet: boolean | undefined;
  numbered: boolean;
};

function runsOf(paragraph: XmlElement, relations: ReadonlyMap<string, Relation>, bold: boolean): TextRun[] {
  return elements(paragraph).flatMap((element): TextRun[] => {
    if (element.name === 'br') return [{ text: '\n' }];
    if (element.name === 'AlternateContent')
      return runsOf(child(element, 'Choice') ?? child(element, 'Fallback') ?? element, relations, bold);
    if (element.name === 'm' || element.name === 'oMath' || element.name === 'oMathPara') return [{ text: mathText(element) }];
    if (element.name !== 'r' && element.name !== 'fld') return [];
    const properties = child(element, 'rPr');
    const relation = relations.get(attribute(child(properties, 'hlinkClick'), 'r:id') ?? '');
    const own = attribute(properties, 'b');
    const isBold = own === undefined ? bold : own === '1' || own === 'true';
    return [
      {
        text: innerText(child(element, 't')),
        ...(isBold ? { bold: true } : {}),
        ...(relation?.external ? { url: relation.target } : {}),
      },
    ];
  });
}

function mathText(element: XmlElement): string {
  return elements(element)
    .map((each) => (each.name === 't' ? innerText(each) : mathText(each)))
    .join('');
}

/** The paragraphs of a text body (`p:txBody`, `a:txBody`), empty ones included. */
export function slideParagraphs(
  body: XmlElement | undefined,
  relations: ReadonlyMap<string, Relation>,
  boldAt: (level: number) => boolean = () => false,
): SlideParagraph[] {
  return elements(body, 'p').map((paragraph) => {
    const properties = child(paragraph, 'pPr');
    const level = Math.min(8, Number.parseInt(attribute(properties, 'lvl') ?? '0', 10) || 0);
    const firstRun = elements(paragraph, 'r', 'fld')[0];
    const size = Number.parseInt(attribute(child(firstRun ?? child(paragraph, 'endParaRPr'), 'rPr'), 'sz') ?? '', 10);
    const sign = child(properties, 'buChar') ?? child(properties, 'buAutoNum');
    return {
      runs: runsOf(paragraph, relations, boldAt(level)),
      level,
      size: size > 0 ? size / 100 : undefined,
      align: attribute(properties, 'algn'),
      bullet: sign ? true : child(properties, 'buNone') ? false : undefined,
      numbered: sign?.name === 'buAutoNum',
    };
  });
}
