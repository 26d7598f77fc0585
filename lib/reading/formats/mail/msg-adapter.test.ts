import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { lineTexts, readBytes } from '../../testing/read-bytes.ts';
import { compound } from '../../testing/whole-files.ts';
import { listMsgPictures, msgAdapter } from './msg-adapter.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** Rich text in the stored form of a message: a header that says "not compressed". */
function storedRtf(rtf: string): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(rtf.length + 12, 0);
  head.writeUInt32LE(rtf.length, 4);
  head.write('MELA', 8, 'latin1');
  return Buffer.concat([head, Buffer.from(rtf, 'latin1')]);
}

const msg = (streams: Record<string, Buffer>) => compound({ '__properties_version1.0': Buffer.alloc(32), ...streams });

const PROPERTY = '__substg1.0_';
const BASE = {
  [`${PROPERTY}0037001F`]: utf16('Bill 7 – Mühle'),
  [`${PROPERTY}0C1A001F`]: utf16('Ida Ott'),
  [`${PROPERTY}0C1F001F`]: utf16('/O=EX/CN=IDA'),
  [`${PROPERTY}5D01001F`]: utf16('ida@mill.example'),
  [`${PROPERTY}007D001F`]: utf16('Received: x\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\nMessage-ID: <7@mill>\r\n'),
  [`__recip_version1.0_#00000000/${PROPERTY}3001001F`]: utf16('Bo'),
  [`__recip_version1.0_#00000000/${PROPERTY}39FE001F`]: utf16('bo@x.example'),
};

describe('msgAdapter', () => {
  test('pictures of the body are listed, those attached are not', async () => {
    const attach = (index: number) => `__attach_version1.0_#0000000${index}/${PROPERTY}`;
    const mail = msg({
      ...BASE,
      [`${PROPERTY}1013001F`]: utf16('<p>See <img src="cid:note@mill"></p>'),
      [`${attach(0)}3707001F`]: utf16('note.png'),
      [`${attach(0)}3712001F`]: utf16('note@mill'),
      [`${attach(0)}37010102`]: Buffer.from('shown'),
      [`${attach(1)}3707001F`]: utf16('photo.png'),
      [`${attach(1)}37010102`]: Buffer.from('attached'),
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'msg-test-'));
    try {
      const file = path.join(folder, 'mail.msg');
      await writeFile(file, mail);
      const pictures = await listMsgPictures({ path: file, name: '', size: mail.length, mediaType: '' });
      expect(pictures.map((bytes) => Buffer.from(bytes).toString())).toEqual(['shown']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a signature’s logo is a part of the mail; a file with an id that the body does not show is attached', async () => {
    const attach = (index: number) => `__attach_version1.0_#0000000${index}/${PROPERTY}`;
    const part = (index: number, name: string, id: string) => ({
      [`${attach(index)}3707001F`]: utf16(name),
      [`${attach(index)}3712001F`]: utf16(id),
      [`${attach(index)}37010102`]: Buffer.from(name),
    });
    const files = { ...part(0, 'logo.png', 'logo@mill'), ...part(1, 'bill.pdf', 'f_m1x2'), ...part(2, 'receipt.jpg', 'f_m1x3') };
    const rtf = '{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag84 <img src="cid:logo@mill">}Regards}';
    const bodies: Record<string, Buffer>[] = [
      { [`${PROPERTY}1013001F`]: utf16('<p>Regards<img src="cid:logo@mill"></p>') },
      { [`${PROPERTY}10090102`]: storedRtf(rtf) },
    ];
    for (const body of bodies) {
      const { attachments } = await readBytes(msgAdapter, msg({ ...BASE, ...body, ...files }));
      expect(attachments.map(({ name, inline }) => [name, inline])).toEqual([
        ['logo.png', true],
        ['bill.pdf', false],
        ['receipt.jpg', false],
      ]);
    }
  });

  test('sender, recipients, date and attachments are told; an Exchange name is no address', async () => {
    const { stated, kept, pages } = await readBytes(
      msgAdapter,
      msg({
        ...BASE,
        [`${PROPERTY}1000001F`]: utf16('Total  12.00\r\nThanks'),
        [`__attach_version1.0_#00000000/${PROPERTY}3707001F`]: utf16('bill.pdf'),
        [`__attach_version1.0_#00000000/${PROPERTY}37010102`]: Buffer.from('%PDF'),
      }),
    );
    expect(Object.fromEntries(stated.map(({ path, value }) => [path, value]))).toEqual({
      'from/name': 'Ida Ott',
      'from/address': 'ida@mill.example',
      'to/0/name': 'Bo',
      'to/0/address': 'bo@x.example',
      subject: 'Bill 7 – Mühle',
      date: '2026-03-03T10:00:00+01:00',
      'message-id': '<7@mill>',
      'attachments/0/name': 'bill.pdf',
    });
    expect(kept.get('bill.pdf')?.toString()).toBe('%PDF');
    expect(lineTexts(pages[0]).slice(-2)).toEqual(['Total 12.00', 'Thanks']);
  });

  test('HTML wrapped in rich text is unwrapped', async () => {
    const rtf =
      "{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <table><tr><td>}\\htmlrtf {\\htmlrtf0 Item\\htmlrtf \\cell\\htmlrtf0 {\\*\\htmltag72 </td><td>}{\\*\\mhtmltag72 <x>}2.50 \\'80{\\*\\htmltag72 </td></tr></table>}\\htmlrtf }\\htmlrtf0}";
    const { pages } = await readBytes(msgAdapter, msg({ ...BASE, [`${PROPERTY}10090102`]: storedRtf(rtf) }));
    expect(pages[0]?.tables[0]?.cells.map((cell) => cell.text)).toEqual(['Item', '2.50 €']);
  });

  test('rich text that is only rich text is laid out as such', async () => {
    const { pages } = await readBytes(
      msgAdapter,
      msg({ ...BASE, [`${PROPERTY}10090102`]: storedRtf('{\\rtf1\\ansi Dear {\\b Bo}\\par Bye\\par}') }),
    );
    expect(lineTexts(pages[0]).slice(-2)).toEqual(['Dear Bo', 'Bye']);
  });

  test('a compound file that is no message is damaged', async () => {
    await expect(readBytes(msgAdapter, Buffer.from('no message'))).rejects.toMatchObject({ code: 'damaged_file' });
  });
});
