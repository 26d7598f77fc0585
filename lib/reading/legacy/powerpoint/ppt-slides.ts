import { findRecords, type PptRecord, pptRecords } from '../../compound/office-records.ts';
import { stripControls } from '../../encoding/strip-controls.ts';
import type { Rectangle } from '../../layout/rectangle.ts';

/** Record types ([MS-PPT] 2.13.24 and [MS-ODRAW] 2.1.1). */
const TYPE = {
  document: 0x03e8,
  documentAtom: 0x03e9,
  slide: 0x03ee,
  slideAtom: 0x03ef,
  notes: 0x03f0,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  mainMaster: 0x03f8,
  slideInfo: 0x03f9,
  placeholder: 0x0bc3,
  outlineRef: 0x0f9e,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  slideList: 0x0ff0,
  string: 0x0fba,
  margins: 0x0fd9,
  marginsAtom: 0x0fda,
  persistDirectory: 0x1772,
  shape: 0xf004,
  clientTextbox: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
};

/** Flag of a slide that shows the shapes of its master. */
const SHOWS_MASTER = 0x0001;

/** Master units in a point (576 in an inch). */
const UNITS = 8;

export type PptText = { text: string; isTitle: boolean; isNote: boolean; place: Rectangle | null };
export type PptSlide = {
  texts: PptText[];
  /** What the master shows behind the slide. */
  behind: PptText[];
  /** Footer, date and number, where the slide shows them. */
  margins: string[];
  notes: string[];
  hidden: boolean;
};
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

/** Where in `HeadersFootersAtom` each is told to be shown, and the number of its text among the strings beside it. */
const MARGINS = [
  { flag: 0x0004, instance: 0 },
  { flag: 0x0020, instance: 2 },
] as const;
const SHOWS_NUMBER = 0x0008;
/** Of the slides, among the containers of the document. */
const OF_SLIDES = 3;

/** The fixed date, the footer and the number of a slide that are shown below it ([MS-PPT] 2.4.15). */
function marginTexts(container: Buffer | undefined, number: number): string[] {
  const records = [...pptRecords(container ?? Buffer.alloc(0))];
  const atom = records.find(({ type }) => type === TYPE.marginsAtom)?.body;
  if (!atom || atom.length < 4) return [];
  const flags = atom.readUInt16LE(2);
  const texts = MARGINS.flatMap(({ flag, instance }) => {
    const found = (flags & flag) !== 0 && records.find((record) => record.type === TYPE.string && record.instance === instance);
    return found ? [stripControls(found.body.toString('utf16le')).trim()] : [];
  });
  return [...texts, ...((flags & SHOWS_NUMBER) !== 0 ? [String(number)] : [])].filter((text) => text !== '');
}

/** Texts of the shapes of a master that are no placeholders: these a slide shows only as its own. */
function behindTexts(master: Buffer | null): PptText[] {
  if (!master) return [];
  const own = findRecords(master, TYPE.shape).filter(({ body }) => findRecords(body, TYPE.placeholder).length === 0);
  return own.flatMap(({ body }) => shapeTexts(shapeAlone(body), []).texts).filter(({ place }) => place !== null);
}

/** A shape as the only record of a container. */
function shapeAlone(body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(0x0f, 0);
  head.writeUInt16LE(TYPE.shape, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
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
  const masters = new Map(entriesOf(1).map(({ persist, slideId }) => [slideId, offsets.get(persist)]));
  const known = new Map<number, PptText[]>();
  const behindOf = (id: number): PptText[] => {
    const at = masters.get(id);
    const texts = known.get(id) ?? behindTexts(containerAt(stream, at, TYPE.mainMaster) ?? containerAt(stream, at, TYPE.slide));
    known.set(id, texts);
    return texts;
  };
  const marginsOfAll = records.find(({ type, instance }) => type === TYPE.margins && instance === OF_SLIDES)?.body;
  const slides = entriesOf(0).map(({ persist, slideId, texts: outline }, index): PptSlide => {
    const container = containerAt(stream, offsets.get(persist), TYPE.slide);
    const { texts, used } = container ? shapeTexts(container, outline) : { texts: [], used: new Set<number>() };
    const rest = outline.flatMap(({ kind, text }, index): PptText[] =>
      used.has(index) || text.trim() === '' ? [] : [{ text, isTitle: isTitle(kind), isNote: false, place: null }],
    );
    const parts = container ? [...pptRecords(container)] : [];
    const atom = parts.find(({ type }) => type === TYPE.slideAtom)?.body;
    const showsMaster = atom !== undefined && atom.length >= 22 && (atom.readUInt16LE(20) & SHOWS_MASTER) !== 0;
    const told = marginTexts(parts.find(({ type }) => type === TYPE.margins)?.body ?? marginsOfAll, index + 1);
    const info = parts.find((record) => record.type === TYPE.slideInfo)?.body;
    const hidden = info !== undefined && info.length >= 12 && (info.readUInt16LE(10) & 0x0004) !== 0;
    return {
      texts: [...texts, ...rest],
      behind: showsMaster ? behindOf(atom.readUInt32LE(12)) : [],
      margins: told.filter((text) => !texts.some((own) => own.text.includes(text))),
      notes: notes.get(slideId) ?? [],
      hidden,
    };
  });
  const length = (at: number, otherwise: number) => (size && size.length >= 8 ? size.readInt32LE(at) / UNITS : otherwise);
  const [width, height] = [length(0, 720), length(4, 540)];
  return { width: width > 10 ? width : 720, height: height > 10 ? height : 540, slides };
}
