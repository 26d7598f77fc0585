import { findRecords, pptRecords } from '../../compound/office-records.ts';
import { containerAt, type PptText, shapeTexts, TYPE } from './ppt-shapes.ts';

/** Flag of a slide, or of a master of titles, that shows the shapes of its master ([MS-PPT] 2.5.11). */
const SHOWS_MASTER = 0x0001;
/** Masters of titles stand on a main master, and those on nothing. */
const DEEPEST = 4;

/** Where the masters of a presentation are in its stream, by the number that slides name them with. */
export type MasterPlaces = ReadonlyMap<number, number | undefined>;

/** The texts that masters show behind slides, but none of their placeholders: these a slide shows only as its own. */
export type PptMasters = {
  /** What a slide shows of its master, and of the one that this stands on. @param container the slide's records */
  behind(container: Buffer | null): PptText[];
  /** What each master says. */
  all(): PptText[][];
};

/** Finds the texts of the masters in the stream `PowerPoint Document`. */
export function createMasters(stream: Buffer, places: MasterPlaces): PptMasters {
  const known = new Map<number, { texts: PptText[]; next: number | null }>();
  const read = (id: number) => {
    const at = places.get(id);
    const master = containerAt(stream, at, TYPE.mainMaster) ?? containerAt(stream, at, TYPE.slide);
    const found = known.get(id) ?? { texts: ownTexts(master), next: shownMaster(master) };
    known.set(id, found);
    return found;
  };
  const textsFrom = (first: number | null): PptText[] => {
    const seen = new Set<number>();
    const texts: PptText[] = [];
    for (let id = first; id !== null && !seen.has(id) && seen.size < DEEPEST; id = read(id).next) {
      seen.add(id);
      texts.push(...read(id).texts);
    }
    return texts;
  };
  return { behind: (container) => textsFrom(shownMaster(container)), all: () => [...places.keys()].map((id) => read(id).texts) };
}

/** The master that a slide names; null when it names none, or hides it. */
function shownMaster(container: Buffer | null): number | null {
  const atom = [...pptRecords(container ?? Buffer.alloc(0))].find(({ type }) => type === TYPE.slideAtom)?.body;
  if (!atom || atom.length < 22) return null;
  return (atom.readUInt16LE(20) & SHOWS_MASTER) === 0 ? null : atom.readUInt32LE(12);
}

function ownTexts(master: Buffer | null): PptText[] {
  if (!master) return [];
  const own = findRecords(master, TYPE.shape).filter(({ body }) => findRecords(body, TYPE.placeholder).length === 0);
  return own.flatMap(({ body }) => shapeTexts(shapeAlone(body), []).texts);
}

/** A shape as the only record of a container. */
function shapeAlone(body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(0x0f, 0);
  head.writeUInt16LE(TYPE.shape, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
