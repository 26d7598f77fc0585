import type { Rectangle } from '../../layout/rectangle.ts';
import { attribute, child, type XmlElement } from '../../xml/xml.ts';

/** English metric units in a point. */
export const EMU = 12_700;

/** Maps coordinates of a group's inside to the slide: `slide = offset + scale * inside`. Points. */
export type Transform = { x: number; y: number; scaleX: number; scaleY: number };

export const SLIDE: Transform = { x: 0, y: 0, scaleX: 1, scaleY: 1 };

function number(element: XmlElement | undefined, name: string): number {
  const value = Number.parseInt(attribute(element, name) ?? '', 10);
  return Number.isFinite(value) ? value / EMU : 0;
}

/** `a:xfrm` or `p:xfrm` as a rectangle of the coordinates it stands in; null without an extent. Quarter turns swap the sides. */
export function readRectangle(xfrm: XmlElement | undefined): Rectangle | null {
  const offset = child(xfrm, 'off');
  const extent = child(xfrm, 'ext');
  if (!offset || !extent) return null;
  const rectangle = { left: number(offset, 'x'), top: number(offset, 'y'), width: number(extent, 'cx'), height: number(extent, 'cy') };
  const turn = ((((Number.parseInt(attribute(xfrm, 'rot') ?? '0', 10) || 0) / 60_000) % 180) + 180) % 180;
  if (turn < 45 || turn > 135) return rectangle;
  const { left, top, width, height } = rectangle;
  return { left: left + (width - height) / 2, top: top + (height - width) / 2, width: height, height: width };
}

/** The transform for shapes inside a group (`p:grpSp`) that itself stands in `outer`. */
export function groupTransform(xfrm: XmlElement | undefined, outer: Transform): Transform {
  const offset = child(xfrm, 'off');
  const inside = child(xfrm, 'chOff');
  const extent = child(xfrm, 'chExt');
  if (!offset || !inside || !extent) return outer;
  const ratio = (name: string) => {
    const own = number(extent, name);
    return own > 0 ? number(child(xfrm, 'ext'), name) / own : 1;
  };
  const [scaleX, scaleY] = [ratio('cx'), ratio('cy')];
  return {
    x: outer.x + outer.scaleX * (number(offset, 'x') - number(inside, 'x') * scaleX),
    y: outer.y + outer.scaleY * (number(offset, 'y') - number(inside, 'y') * scaleY),
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
  };
}

/** A rectangle of a group's inside on the slide. */
export function onSlide({ left, top, width, height }: Rectangle, { x, y, scaleX, scaleY }: Transform): Rectangle {
  return { left: x + left * scaleX, top: y + top * scaleY, width: width * scaleX, height: height * scaleY };
}
