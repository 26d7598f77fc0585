import type { Box } from '#lib/contract/service/box.ts';
import type { PageMap } from '../pdfium/page-map.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';

/** A straight level or upright stroke; boxes are fractions of the displayed page, thin in one direction. */
export type Stroke = { box: Box; order: number };
/** A painted area. */
export type Fill = { box: Box; order: number; colour: number };
export type Picture = { box: Box; order: number };

/** What is drawn on a page besides text. `order` counts painting: later objects lie above earlier ones. */
export type PageObjects = {
  strokes: Stroke[];
  fills: Fill[];
  pictures: Picture[];
  /** Small squares: drawn tick boxes. */
  squares: Box[];
  /** Small painted rectangles: what barcodes are drawn of. */
  pieces: Box[];
  /** Painted paths of very many points, as a whole: a barcode is often one path. */
  shapes: Box[];
  /** Painting order of text objects by PDFium address. */
  textOrder: Map<number, number>;
  /** Text objects inside optional content (layers that may be off). */
  layered: Set<number>;
};

type Matrix = [number, number, number, number, number, number];

const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const FORM = 5;
const MOST_OBJECTS = 60_000;
const MOST_POINTS = 400;
const MANY_POINTS = 60;
const MOST_PIECES = 20_000;
/** Points: no bar or module is wider, none longer. */
const WIDEST_PIECE = 14;
const LONGEST_PIECE = 250;
/** Points. */
const LEAST_CURVED = 16;
const DEEPEST = 12;
/** Points: a painted area thinner than this is a ruling. */
const THICKEST_RULING = 3.2;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Walks all objects of an open page, into form objects. */
export function readObjects(pdfium: Pdfium, page: number, map: PageMap): PageObjects {
  const { api } = pdfium;
  const found: PageObjects = {
    strokes: [],
    fills: [],
    pictures: [],
    squares: [],
    pieces: [],
    shapes: [],
    textOrder: new Map(),
    layered: new Set(),
  };
  const context: Walk = { pdfium, map, found, order: 0, width: api.FPDF_GetPageWidthF(page), height: api.FPDF_GetPageHeightF(page) };
  const count = Math.min(api.FPDFPage_CountObjects(page), MOST_OBJECTS);
  for (let index = 0; index < count; index++) visit(context, api.FPDFPage_GetObject(page, index), IDENTITY, 0, false);
  return found;
}

type Walk = { pdfium: Pdfium; map: PageMap; found: PageObjects; order: number; width: number; height: number };

function visit(walk: Walk, object: number, matrix: Matrix, depth: number, inLayer: boolean): void {
  if (object === 0 || walk.order > MOST_OBJECTS) return;
  const { api } = walk.pdfium;
  const order = walk.order++;
  const type = api.FPDFPageObj_GetType(object);
  if (type === TEXT) {
    walk.found.textOrder.set(object, order);
    if (inLayer || hasLayerMark(walk.pdfium, object)) walk.found.layered.add(object);
  } else if (type === IMAGE) {
    const box = boundsOf(walk, object, matrix);
    if (box) walk.found.pictures.push({ box, order });
  } else if (type === PATH) readPath(walk, object, matrix, order);
  else if (type === FORM && depth < DEEPEST) {
    const inner = multiply(matrixOf(walk.pdfium, object), matrix);
    const layered = inLayer || hasLayerMark(walk.pdfium, object);
    const count = Math.min(api.FPDFFormObj_CountObjects(object), MOST_OBJECTS);
    for (let index = 0; index < count; index++) visit(walk, api.FPDFFormObj_GetObject(object, index), inner, depth + 1, layered);
  }
}

function hasLayerMark({ api, scratch, copy, uint32 }: Pdfium, object: number): boolean {
  const count = api.FPDFPageObj_CountMarks(object);
  const [length, buffer, size] = [scratch + 56, scratch + 64, 32];
  for (let index = 0; index < count; index++) {
    const mark = api.FPDFPageObj_GetMark(object, index);
    if (!api.FPDFPageObjMark_GetName(mark, buffer, size, length) || uint32(length) > size) continue;
    if (new TextDecoder('utf-16le').decode(copy(buffer, uint32(length))).replace(/\0+$/, '') === 'OC') return true;
  }
  return false;
}

function matrixOf({ api, scratch, float32 }: Pdfium, object: number): Matrix {
  if (!api.FPDFPageObj_GetMatrix(object, scratch)) return IDENTITY;
  return [0, 1, 2, 3, 4, 5].map((index) => float32(scratch, index)) as Matrix;
}

/** `first` applied before `then`. */
function multiply(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = then;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

function boundsOf(walk: Walk, object: number, matrix: Matrix): Box | null {
  const { api, scratch, float32 } = walk.pdfium;
  if (!api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return null;
  const [left, bottom, right, top] = [float32(scratch), float32(scratch, 1), float32(scratch, 2), float32(scratch, 3)];
  const corners = [apply(matrix, left, bottom), apply(matrix, right, top), apply(matrix, left, top), apply(matrix, right, bottom)];
  return boxAround(corners.map(([x, y]) => walk.map.point(x, y)));
}

function boxAround(points: readonly [number, number][]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function readPath(walk: Walk, object: number, outer: Matrix, order: number): void {
  const { api, scratch, uint32, float32 } = walk.pdfium;
  if (!api.FPDFPath_GetDrawMode(object, scratch, scratch + 4)) return;
  const filled = uint32(scratch) !== 0;
  const stroked = uint32(scratch, 1) !== 0;
  if (!filled && !stroked) return;
  const matrix = multiply(matrixOf(walk.pdfium, object), outer);
  const points = api.FPDFPath_CountSegments(object);
  const count = Math.min(points, MOST_POINTS);
  const around = points >= MANY_POINTS ? boundsOf(walk, object, outer) : null;
  if (around) walk.found.shapes.push(around);
  const thickness = stroked ? strokeWidth(walk.pdfium, object, matrix) : 0;
  let subpath: [number, number][] = [];
  let curved = false;
  const finish = (closed: boolean) => {
    if (curved && filled) addCurved(walk, object, subpath, order);
    else if (subpath.length > 1 && !curved) addSubpath(walk, object, subpath, { filled, stroked, closed, order, thickness });
    subpath = [];
    curved = false;
  };
  for (let index = 0; index < count; index++) {
    const segment = api.FPDFPath_GetPathSegment(object, index);
    const type = api.FPDFPathSegment_GetType(segment);
    api.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const [x, y] = apply(matrix, float32(scratch), float32(scratch, 1));
    if (type === 2) finish(false);
    if (type === 1) curved = true;
    subpath.push(walk.map.point(x, y));
    if (api.FPDFPathSegment_GetClose(segment)) {
      if (subpath[0]) subpath.push(subpath[0]);
      finish(true);
    }
  }
  finish(false);
}

/** A large painted area with round corners or sides; smaller ones are letters and ornaments. */
function addCurved(walk: Walk, object: number, points: readonly [number, number][], order: number): void {
  const box = boxAround(points);
  const [across, down] = [(box[2] - box[0]) * walk.width, (box[3] - box[1]) * walk.height];
  if (Math.min(across, down) > LEAST_CURVED) walk.found.fills.push({ box, order, colour: fillColour(walk.pdfium, object) });
}

type Paint = { filled: boolean; stroked: boolean; closed: boolean; order: number; thickness: number };

/** Points. */
function strokeWidth({ api, scratch, float32 }: Pdfium, object: number, [a, b, c, d]: Matrix): number {
  return api.FPDFPageObj_GetStrokeWidth(object, scratch) ? float32(scratch) * Math.sqrt(Math.abs(a * d - b * c)) : 0;
}

function addSubpath(walk: Walk, object: number, points: readonly [number, number][], { filled, stroked, order, thickness }: Paint): void {
  const { found, width, height } = walk;
  const box = boxAround(points);
  if (box[2] < 0 || box[0] > 1 || box[3] < 0 || box[1] > 1) return;
  const [across, down] = [(box[2] - box[0]) * width, (box[3] - box[1]) * height];
  if (filled) {
    if (Math.min(across, down) <= THICKEST_RULING) {
      if (Math.max(across, down) > 2 && !isWhite(walk.pdfium, object)) found.strokes.push({ box, order });
    } else if (isRectangle(points)) found.fills.push({ box, order, colour: fillColour(walk.pdfium, object) });
    if (isRectangle(points) && !isWhite(walk.pdfium, object)) addPiece(walk, box);
  }
  if (!stroked && !(filled && isSquare(across, down))) return;
  if (isRectangle(points) && isSquare(across, down)) found.squares.push(box);
  if (!stroked) return;
  for (let index = 0; index + 1 < points.length; index++) {
    const edge = boxAround([points[index]!, points[index + 1]!]);
    const [x, y] = [(edge[2] - edge[0]) * width, (edge[3] - edge[1]) * height];
    if (Math.min(x, y) < 1 && Math.max(x, y) > 2) found.strokes.push({ box: edge, order });
    const [dx, dy] = [(y > x ? thickness : 0) / 2 / width, (x > y ? thickness : 0) / 2 / height];
    if (points.length === 2) addPiece(walk, [edge[0] - dx, edge[1] - dy, edge[2] + dx, edge[3] + dy]);
  }
}

function addPiece({ found: { pieces }, width, height }: Walk, box: Box): void {
  const [across, down] = [(box[2] - box[0]) * width, (box[3] - box[1]) * height];
  if (Math.min(across, down) > WIDEST_PIECE || Math.max(across, down) > LONGEST_PIECE) return;
  if (across > 0 && down > 0 && pieces.length < MOST_PIECES) pieces.push(box);
}

function isRectangle(points: readonly [number, number][]): boolean {
  if (points.length < 4 || points.length > 6) return false;
  const box = boxAround(points);
  const [w, h] = [box[2] - box[0], box[3] - box[1]];
  return points.every(([x, y]) => Math.min(x - box[0], box[2] - x) < 0.05 * w && Math.min(y - box[1], box[3] - y) < 0.05 * h);
}

function isSquare(across: number, down: number): boolean {
  return across > 4.5 && across < 18 && down > 4.5 && down < 18 && Math.abs(across - down) < 0.25 * Math.max(across, down);
}

function fillColour({ api, scratch, uint32 }: Pdfium, object: number): number {
  if (!api.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return 0;
  return (uint32(scratch) << 16) | (uint32(scratch, 1) << 8) | uint32(scratch, 2);
}

function isWhite(pdfium: Pdfium, object: number): boolean {
  return fillColour(pdfium, object) === 0xffffff;
}
