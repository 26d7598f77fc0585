import { anchor, box, record, words } from '#lib/reading/testing/ppt-records.ts';
import { compound } from '#lib/reading/testing/whole-files.ts';

/** Builders of old Office and Outlook files, as small as their readers allow. */

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** A Word 97 file of one piece of 8-bit text, a paragraph for each line ([MS-DOC] 2.4.1). */
export function makeDoc(lines: readonly string[]): Uint8Array {
  const start = 0x600;
  const text = `${lines.join('\r')}\r`;
  const stream = Buffer.alloc(start + text.length);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(0x00c1, 2);
  stream.writeUInt16LE(0x0200, 0x0a);
  stream.writeUInt32LE(text.length, 0x4c);
  stream.write(text, start, 'latin1');
  const pieces = Buffer.alloc(5 + 8 + 8);
  pieces[0] = 0x02;
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE((start * 2) | 0x4000_0000, 13 + 2);
  stream.writeUInt32LE(pieces.length, 0x01a6);
  return compound({ WordDocument: stream, '1Table': pieces });
}

/** A PowerPoint 97 file of one slide with a title and a body ([MS-PPT] 2.4, 2.5). */
export function makePpt(title: string, lines: readonly string[]): Uint8Array {
  const text = (kind: number, content: string) => box(0xf00d, record(0x0f9f, words(kind)), record(0x0fa0, utf16(content)));
  const shapes = [
    box(0xf004, anchor(400, 200, 5200, 700), text(0, title)),
    box(0xf004, anchor(400, 900, 5200, 4000), text(4, lines.join('\r'))),
  ];
  const slide = box(0x03ee, box(0x040c, ...shapes));
  const list = record(0x0ff0, record(0x03f3, words(2, 0, 0, 256, 0)), 0, true);
  const document = box(0x03e8, record(0x03e9, words(5760, 4320)), list);
  const directory = record(0x1772, words((2 << 20) | 1, 0, document.length));
  return compound({ 'PowerPoint Document': Buffer.concat([document, slide, directory]) });
}

/** An Outlook message with a plain text body ([MS-OXMSG]). */
export function makeMsg(subject: string, lines: readonly string[]): Uint8Array {
  const property = '__substg1.0_';
  return compound({
    '__properties_version1.0': Buffer.alloc(32),
    [`${property}0037001F`]: utf16(subject),
    [`${property}0C1A001F`]: utf16('Kestrel Joinery'),
    [`${property}5D01001F`]: utf16('bills@kestrel.example'),
    [`${property}007D001F`]: utf16('Date: Fri, 17 Apr 2026 10:00:00 +0200\r\nMessage-ID: <417@kestrel.example>\r\n'),
    [`${property}1000001F`]: utf16(lines.join('\r\n')),
  });
}
