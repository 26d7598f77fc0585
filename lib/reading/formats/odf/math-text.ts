import { elements, innerText, type XmlElement } from '../../xml/xml.ts';

/** Elements that hold no visible text of the formula. */
const UNSEEN = new Set(['annotation', 'annotation-xml', 'mphantom', 'mspace']);

function grouped(...parts: (XmlElement | undefined)[]): string {
  const text = parts.map((part) => (part ? mathText(part) : '')).join('');
  return [...text].length > 1 ? `(${text})` : text;
}

/** What stands first in a script: an element without parts has nothing to raise. */
function base([first]: readonly XmlElement[]): string {
  return first ? mathText(first) : '';
}

/** A formula of MathML as one line of text: `E=m⋅c^2`, `(a+b)/2`, `√x`. */
export function mathText(element: XmlElement): string {
  const parts = elements(element);
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return innerText(element).trim();
    case 'msup':
    case 'mover':
      return `${base(parts)}^${grouped(parts[1])}`;
    case 'msub':
    case 'munder':
      return `${base(parts)}_${grouped(parts[1])}`;
    case 'msubsup':
    case 'munderover':
      return `${base(parts)}_${grouped(parts[1])}^${grouped(parts[2])}`;
    case 'mfrac':
      return `${grouped(parts[0])}/${grouped(parts[1])}`;
    case 'msqrt':
      return `√${grouped(...parts)}`;
    case 'mroot':
      return `${grouped(parts[1])}√${grouped(parts[0])}`;
    case 'mtr':
      return parts.map(mathText).join(' ');
    case 'mtable':
      return parts.map(mathText).join('; ');
    default:
      return UNSEEN.has(element.name) ? '' : parts.map(mathText).join('');
  }
}
