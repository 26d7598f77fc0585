import { readLength } from '../../xml/read-length.ts';
import { attribute, child, type XmlElement } from '../../xml/xml.ts';
import { EMU } from '../ooxml/drawing-geometry.ts';

/** Points. */
export type PictureSize = { width: number; height: number };

/** Bullets and lines are not shown. Points. */
const LEAST_SIDE = 12;

/** The size of what is drawn: `wp:inline` and `wp:anchor` by their extent, VML shapes by their style; null for other elements and tiny ones. */
export function pictureSize(element: XmlElement): PictureSize | null {
  const extent = child(element, 'extent');
  const style = attribute(element, 'style') ?? '';
  const [width, height] = extent
    ? [Number(attribute(extent, 'cx')) / EMU, Number(attribute(extent, 'cy')) / EMU]
    : [styleLength(style, 'width'), styleLength(style, 'height')];
  return width >= LEAST_SIDE && height >= LEAST_SIDE && Number.isFinite(width * height) ? { width, height } : null;
}

function styleLength(style: string, name: string): number {
  return readLength(new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([\\d.]+[a-z]{2})`, 'i').exec(style)?.[1]?.toLowerCase()) ?? 0;
}
