import type { Box } from '#lib/contract/service/box.ts';
import type { Pdfium } from './pdfium.ts';

/** Turns PDF page space (points, origin bottom left, before /Rotate and crop) into fractions of the displayed page. */
export type PageMap = {
  point(x: number, y: number): [number, number];
  /** From any two opposite corners in page space. */
  box(left: number, bottom: number, right: number, top: number): Box;
};

const DEVICE = 1000;

/**
 * Reads the map of an open page. `FPDF_DeviceToPage` already knows /Rotate, the crop box and offsets; three of its points
 * give the affine map from fractions to page space, which is then inverted.
 */
export function pageMapOf(pdfium: Pdfium, page: number): PageMap {
  const { api, scratch } = pdfium;
  const toPage = (x: number, y: number): [number, number] => {
    api.FPDF_DeviceToPage(page, 0, 0, DEVICE, DEVICE, 0, x, y, scratch, scratch + 8);
    return [pdfium.float64(scratch), pdfium.float64(scratch, 1)];
  };
  const origin = toPage(0, 0);
  const right = toPage(DEVICE, 0);
  const down = toPage(0, DEVICE);
  const [ax, ay] = [right[0] - origin[0], right[1] - origin[1]];
  const [bx, by] = [down[0] - origin[0], down[1] - origin[1]];
  const determinant = ax * by - ay * bx || 1;
  const point = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - origin[0], y - origin[1]];
    return [(dx * by - dy * bx) / determinant, (ax * dy - ay * dx) / determinant];
  };
  return {
    point,
    box(x1, y1, x2, y2) {
      const [dx1, dy1, dx2, dy2] = [x1 - origin[0], y1 - origin[1], x2 - origin[0], y2 - origin[1]];
      const left = (dx1 * by - dy1 * bx) / determinant;
      const right = (dx2 * by - dy2 * bx) / determinant;
      const top = (ax * dy1 - ay * dx1) / determinant;
      const bottom = (ax * dy2 - ay * dx2) / determinant;
      return [left < right ? left : right, top < bottom ? top : bottom, left < right ? right : left, top < bottom ? bottom : top];
    },
  };
}
