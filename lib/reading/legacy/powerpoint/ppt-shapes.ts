import { findRecords, type PptRecord, pptRecords } from '../../compound/office-records.ts';
import { stripControls } from '../../encoding/strip-controls.ts';
import type { Rectangle } from '../../layout/rectangle.ts';

/** Record types ([MS-PPT] 2.13.24 and [MS-ODRAW] 2.1.1). */
export const TYPE = {
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

/** Master units in a point (576 in an inch). */
export const UNITS = 8;

export type PptText = { text: string; isTitle: boolean; isNote: boolean; place: Rectangle | null };

/** Text of a slide list, with the kind of its placeholder. */
export type Text = { kind: number; text: string };

/** The characters of a text record. */
export function decode({ type, body }: PptRecord): string {
  const text = type === TYPE.textChars ? body.toString('utf16le') : body.toString('latin1');
  return stripControls(text.replaceAll('\r', '\n').replaceAll('\u000b', '\n'));
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
export function shapeTexts(container: Buffer, outline: readonly Text[]): { texts: PptText[]; used: Set<number> } {
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

/** True for the kinds of text that are titles. */
export function isTitle(kind: number): boolean {
  return kind === 0 || kind === 6;
}

/** The container of a type at a persistent object's offset, or null. */
export function containerAt(stream: Buffer, offset: number | undefined, type: number): Buffer | null {
  if (offset === undefined || offset >= stream.length) return null;
  const [record] = pptRecords(stream.subarray(offset));
  return record?.type === type ? record.body : null;
}
