import { pptRecords } from '../../compound/office-records.ts';
import { stripControls } from '../../encoding/strip-controls.ts';
import { createMasters, type PptMasters } from './ppt-masters.ts';
import { containerAt, decode, isTitle, type PptText, shapeTexts, type Text, TYPE, UNITS } from './ppt-shapes.ts';

export type PptSlide = {
  texts: PptText[];
  /** What the master shows behind the slide. */
  behind: PptText[];
  /** Footer, date and number, where the slide shows them. */
  margins: string[];
  notes: string[];
  hidden: boolean;
};
export type PptDeck = {
  width: number;
  height: number;
  slides: PptSlide[];
  /** What the masters say, of a presentation whose slides say nothing, or that has none. */
  masters: PptSlide[];
};

type Listed = { persist: number; slideId: number; texts: Text[] };

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
  const masters = createMasters(stream, new Map(entriesOf(1).map(({ persist, slideId }) => [slideId, offsets.get(persist)])));
  const shared: Shared = {
    notes: notesBySlide(stream, entriesOf(2), offsets),
    masters,
    margins: records.find(({ type, instance }) => type === TYPE.margins && instance === OF_SLIDES)?.body,
  };
  const slides = entriesOf(0).map((entry, index) =>
    readSlide(containerAt(stream, offsets.get(entry.persist), TYPE.slide), entry, index, shared),
  );
  const isSilent = slides.every(({ texts, behind, margins, notes }) => [texts, behind, margins, notes].every((each) => each.length === 0));
  const length = (at: number, otherwise: number) => (size && size.length >= 8 ? size.readInt32LE(at) / UNITS : otherwise);
  const [width, height] = [length(0, 720), length(4, 540)];
  return { width: width > 10 ? width : 720, height: height > 10 ? height : 540, slides, masters: isSilent ? masterSlides(masters) : [] };
}

/** What all slides of a presentation have in common. */
type Shared = { notes: ReadonlyMap<number, string[]>; masters: PptMasters; margins: Buffer | undefined };

function readSlide(
  container: Buffer | null,
  { slideId, texts: outline }: Listed,
  index: number,
  { notes, masters, margins }: Shared,
): PptSlide {
  const { texts, used } = container ? shapeTexts(container, outline) : { texts: [], used: new Set<number>() };
  const rest = outline.flatMap(({ kind, text }, place): PptText[] =>
    used.has(place) || text.trim() === '' ? [] : [{ text, isTitle: isTitle(kind), isNote: false, place: null }],
  );
  const parts = container ? [...pptRecords(container)] : [];
  const told = marginTexts(parts.find(({ type }) => type === TYPE.margins)?.body ?? margins, index + 1);
  const info = parts.find((record) => record.type === TYPE.slideInfo)?.body;
  return {
    texts: [...texts, ...rest],
    behind: masters.behind(container),
    margins: told.filter((text) => !texts.some((own) => own.text.includes(text))),
    notes: notes.get(slideId) ?? [],
    hidden: info !== undefined && info.length >= 12 && (info.readUInt16LE(10) & 0x0004) !== 0,
  };
}

function masterSlides(masters: PptMasters): PptSlide[] {
  return masters
    .all()
    .filter((behind) => behind.length > 0)
    .map((behind) => ({ texts: [], behind, margins: [], notes: [], hidden: false }));
}
