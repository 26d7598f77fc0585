import { stripControls } from '../layout/strip-controls.ts';
import { findRecords, type PptRecord, pptRecords } from './ppt-records.ts';
import type { Rectangle } from './pptx-geometry.ts';

/** Record types ([MS-PPT] 2.13.24 and [MS-ODRAW] 2.1.1). */
const TYPE = {
  document: 0x03e8,
  documentAtom: 0x03e9,
  slide: 0x03ee,
  notes: 0x03f0,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  slideInfo: 0x03f9,
  outlineRef: 0x0f9e,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  slideList: 0x0ff0,
  persistDirectory: 0x1772,
  shape: 0xf004,
  clientTextbox: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
};

/** Master units in a point (576 in an inch). */
const UNITS = 8;

export type PptText = { text: string; isTitle: boolean; isNote: boolean; place: Rectangle | null };
export type PptSlide = { texts: PptText[]; notes: string[]; hidden: boolean };
export type PptDeck = { width: number; height: number; slides: PptSlide[] };

type Text = { kind: number; text: string };
type Listed = { persist: number; slideId: number; texts: Text[] };

function decode({ type, body }: PptRecord): string {
  const text = type === TYPE.textChars ? body.toString('utf16le') : body.toString('latin1');
  return stripControls(text.replaceAll('\r', '\n').replaceAll('\u000b', '\n'));
}

/** Where each persistent object begins in the stream; later directories replace what earlier ones say. */
function persistOffsets(stream: Buffer): Map<number, number> {
  const offsets = new Map<number, number>();
  for (const { type, body } of pptRecords(stream)) {
    if (type !== TYPE.persistDirectory) continue;
    for (let at = 0; at + 4 <= body.length; ) {
      const entry = body.readUInt32LE(at);
      const first = entry & 0xfffff;
      const count = entry >>> 20;
      at += 4;
      for (let index = 0; index < count && at + 4 <= body.length; index += 1, at += 4) offsets.set(first + index, body.readUInt32LE(at));
    }
  }
  return offsets;
}

/** The entries of a slide list: each slide's identity and the text of its placeholders. */
function listed(list: Buffer): Listed[] {
  const entries: Listed[] = [];
  let kind = 4;
  for (const record of pptRecords(list)) {
    if (record.type === TYPE.slidePersist && record.body.length >= 16) {
      entries.push({ persist: record.body.readUInt32LE(0), slideId: record.body.readUInt32LE(12), texts: [] });
    } else if (record.type === TYPE.textHeader && record.body.length >= 4) {
      kind = record.body.readUInt32LE(0);
      entries.at(-1)?.texts.push({ kind, text: '' });
    } else if (record.type === TYPE.textChars || record.type === TYPE.textBytes) {
      const last = entries.at(-1)?.texts.at(-1);
      if (last) last.text = decode(record);
    }
  }
  return entries;
}

/** The place of a shape in points; null when it has none. */
export function anchorOf(shape: Buffer): Rectangle | null {
  for (const { type, body } of pptRecords(shape)) {
    if (type === TYPE.clientAnchor && body.length >= 16)
      return edges(body.readInt32LE(4), body.readInt32LE(0), body.readInt32LE(8), body.readInt32LE(12));
    if (type === TYPE.clientAnchor && body.length >= 8)
      return edges(body.readInt16LE(2), body.readInt16LE(0), body.readInt16LE(4), body.readInt16LE(6));
    if (type === TYPE.childAnchor && body.length >= 16)
      return edges(body.readInt32LE(0), body.readInt32LE(4), body.readInt32LE(8), body.readInt32LE(12));
  }
  return null;
}

function edges(left: number, top: number, right: number, bottom: number): Rectangle | null {
  if (right <= left || bottom <= top) return null;
  return { left: left / UNITS, top: top / UNITS, width: (right - left) / UNITS, height: (bottom - top) / UNITS };
}

/** Text of the shapes of a slide or notes page; placeholders refer to the slide list by number. */
function shapeTexts(container: Buffer, outline: readonly Text[]): { texts: PptText[]; used: Set<number> } {
  const texts: PptText[] = [];
  const used = new Set<number>();
  for (const shape of findRecords(container, TYPE.shape)) {
    const place = anchorOf(shape.body);
    for (const box of pptRecords(shape.body)) {
      if (box.type !== TYPE.clientTextbox) continue;
      let kind = 4;
      for (const record of pptRecords(box.body)) {
        let found: Text | undefined;
        if (record.type === TYPE.textHeader && record.body.length >= 4) kind = record.body.readUInt32LE(0);
        else if (record.type === TYPE.textChars || record.type === TYPE.textBytes) found = { kind, text: decode(record) };
        else if (record.type === TYPE.outlineRef && record.body.length >= 4) {
          const index = record.body.readUInt32LE(0);
          used.add(index);
          found = outline[index];
        }
        if (found && found.text.trim() !== '')
          texts.push({ text: found.text, isTitle: isTitle(found.kind), isNote: found.kind === 2, place });
      }
    }
  }
  return { texts, used };
}

function isTitle(kind: number): boolean {
  return kind === 0 || kind === 6;
}

/** The container of a type at a persistent object's offset, or null. */
function containerAt(stream: Buffer, offset: number | undefined, type: number): Buffer | null {
  if (offset === undefined || offset >= stream.length) return null;
  const [record] = pptRecords(stream.subarray(offset));
  return record?.type === type ? record.body : null;
}

function notesBySlide(stream: Buffer, entries: readonly Listed[], offsets: ReadonlyMap<number, number>): Map<number, string[]> {
  const notes = new Map<number, string[]>();
  for (const entry of entries) {
    const container = containerAt(stream, offsets.get(entry.persist), TYPE.notes);
    if (!container) continue;
    const atom = [...pptRecords(container)].find((record) => record.type === TYPE.notesAtom);
    if (!atom || atom.body.length < 4) continue;
    const { texts } = shapeTexts(container, entry.texts);
    notes.set(
      atom.body.readUInt32LE(0),
      texts.filter((text) => text.isNote).map((text) => text.text),
    );
  }
  return notes;
}

/** The containers of the slides in the order of the last saved slide list; null for one that cannot be found. */
export function slideContainers(stream: Buffer): (Buffer | null)[] {
  const document = [...pptRecords(stream)].findLast((record) => record.type === TYPE.document);
  const offsets = persistOffsets(stream);
  return [...pptRecords(document?.body ?? Buffer.alloc(0))]
    .filter(({ type, instance }) => type === TYPE.slideList && instance === 0)
    .flatMap(({ body }) => listed(body))
    .map(({ persist }) => containerAt(stream, offsets.get(persist), TYPE.slide));
}

/**
 * Reads the stream `PowerPoint Document` into slides in the order of the last saved slide list, each with the text of its
 * shapes and their places in points. Null when the stream has no document.
 */
export function readPptSlides(stream: Buffer): PptDeck | null {
  const offsets = persistOffsets(stream);
  const document = [...pptRecords(stream)].findLast((record) => record.type === TYPE.document);
  if (!document) return null;
  const records = [...pptRecords(document.body)];
  const size = records.find((record) => record.type === TYPE.documentAtom)?.body;
  const lists = records.filter((record) => record.type === TYPE.slideList);
  const entriesOf = (instance: number) => lists.filter((list) => list.instance === instance).flatMap((list) => listed(list.body));
  const notes = notesBySlide(stream, entriesOf(2), offsets);
  const slides = entriesOf(0).map(({ persist, slideId, texts: outline }): PptSlide => {
    const container = containerAt(stream, offsets.get(persist), TYPE.slide);
    const { texts, used } = container ? shapeTexts(container, outline) : { texts: [], used: new Set<number>() };
    const rest = outline.flatMap(({ kind, text }, index): PptText[] =>
      used.has(index) || text.trim() === '' ? [] : [{ text, isTitle: isTitle(kind), isNote: false, place: null }],
    );
    const info = container ? [...pptRecords(container)].find((record) => record.type === TYPE.slideInfo)?.body : undefined;
    const hidden = info !== undefined && info.length >= 12 && (info.readUInt16LE(10) & 0x0004) !== 0;
    return { texts: [...texts, ...rest], notes: notes.get(slideId) ?? [], hidden };
  });
  const length = (at: number, otherwise: number) => (size && size.length >= 8 ? size.readInt32LE(at) / UNITS : otherwise);
  const [width, height] = [length(0, 720), length(4, 540)];
  return { width: width > 10 ? width : 720, height: height > 10 ? height : 540, slides };
}
