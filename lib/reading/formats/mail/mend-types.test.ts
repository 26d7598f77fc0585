import { describe, expect, test } from 'vitest';
import { lineTexts, type ReadBytes, readBytes } from '../../testing/read-bytes.ts';
import { emlAdapter } from './eml-adapter.ts';

const HEAD = 'From: Ann <ann@a.example>\r\nTo: bob@b.example\r\nSubject: S\r\nMIME-Version: 1.0\r\n';
const TEXT = 'Gr\xfc\xdfe aus M\xfcnchen';

const read = (mail: string): Promise<ReadBytes> => readBytes(emlAdapter, Buffer.from(HEAD + mail, 'latin1'));
const bodyOf = ({ pages }: ReadBytes) =>
  pages
    .flatMap(lineTexts)
    .filter((line) => !/^(From|To|Subject|Attachments):/.test(line))
    .join(' ');

describe('a mail that says in an odd way what its parts are', () => {
  test.each([
    'text/plain; charset="iso-8859-1"; format=flowed',
    'TEXT/PLAIN; CHARSET=ISO-8859-1;',
    "text/plain ; charset = 'iso-8859-1' ;",
    'text/plain charset=iso-8859-1',
    'text/plain, charset=iso-8859-1',
    '"text/plain"; charset=iso-8859-1',
    'text/plain;\r\n\tcharset="ISO-8859-1";\r\n\tdelsp=yes;',
    'text; charset=iso-8859-1',
    'plain/text; charset=iso-8859-1',
    'text/enriched; charset=iso-8859-1',
    ';',
    '',
  ])('shows its text: %j', async (type) => {
    expect(bodyOf(await read(`Content-Type: ${type}\r\n\r\n${TEXT}\r\n`))).toBe('Grüße aus München');
  });

  const parts = (boundary: string) =>
    `--${boundary}\r\nContent-Type: text/plain; charset=iso-8859-1;\r\n\r\n${TEXT}\r\n--${boundary}\r\nContent-Type: Application/PDF; NAME="x y.pdf";\r\n\r\n%PDF-1.4\r\n--${boundary}--\r\n`;

  test.each([
    ['MULTIPART/MIXED; BOUNDARY="XX";', 'XX'],
    ["multipart/mixed; boundary='XX'", 'XX'],
    ["multipart/mixed; boundary='XX'", "'XX'"],
    ['multipart/mixed boundary=XX', 'XX'],
    ['multipart/mixed; boundary=XX , foo', 'XX'],
    ['multipart/mixed; boundary*0="X"; boundary*1="X"', 'XX'],
    ['multipart/mixed; name="a; boundary=YY"; boundary=----=_Part:1', '----=_Part:1'],
    ['multipart; boundary=XX', 'XX'],
    ['multipart/mixed', 'XX'],
    ['multipart/mixed; boundary="another"', 'XX'],
  ])('is taken apart: %s', async (type, boundary) => {
    const found = await read(`Content-Type: ${type}\r\n\r\n${parts(boundary)}`);
    expect(bodyOf(found)).toBe('Grüße aus München');
    expect(found.attachments.map(({ name, media_type }) => [name, media_type])).toEqual([['x y.pdf', 'application/pdf']]);
  });

  test('without any part shows its text', async () => {
    const mail = 'Content-Type: multipart/mixed; boundary="never"; charset=iso-8859-1\r\n\r\n';
    expect(bodyOf(await read(`${mail}${TEXT}\r\n`))).toBe('Grüße aus München');
    const inner = `--XX\r\n${mail}${TEXT}\r\n--XX\r\nContent-Type: text/plain\r\n\r\nand more\r\n--XX--\r\n`;
    expect(bodyOf(await read(`Content-Type: multipart/mixed; boundary=XX\r\n\r\n${inner}`))).toBe('Grüße aus München and more');
  });

  test.each([
    ['application/pdf; name=x y.pdf', '', 'x y.pdf', 'application/pdf'],
    ['application/pdf name="n.pdf"', '', 'n.pdf', 'application/pdf'],
    ['APPLICATION/PDF, NAME="c.pdf";', '', 'c.pdf', 'application/pdf'],
    ["application/pdf; name='single.pdf'", '', 'single.pdf', 'application/pdf'],
    ["application/pdf; name*=utf-8''%C3%A4.pdf", '', 'ä.pdf', 'application/pdf'],
    ['Message/RFC822; name="m.eml";', '', 'm.eml', 'message/rfc822'],
    ['pdf; name=a.pdf', '', 'a.pdf', 'application/octet-stream'],
    ['text/plain', 'ATTACHMENT; FILENAME="T.TXT";', 'T.TXT', 'text/plain'],
    ['text/plain', '"attachment" filename=q.txt', 'q.txt', 'text/plain'],
  ])('keeps its files by their names: %s %s', async (type, disposition, name, mediaType) => {
    const more = disposition ? `Content-Disposition: ${disposition}\r\n` : '';
    const file = `--XX\r\nContent-Type: ${type}\r\n${more}\r\nSubject: Inner\r\n\r\nHELLO\r\n--XX--\r\n`;
    const found = await read(`Content-Type: multipart/mixed; boundary=XX\r\n\r\n--XX\r\nContent-Type: text/plain\r\n\r\nBody\r\n${file}`);
    expect(bodyOf(found)).toBe('Body');
    expect(found.attachments.map((each) => [each.name, each.media_type])).toEqual([[name, mediaType]]);
    expect(found.kept.get(name)?.toString()).toContain('HELLO');
  });

  test('whose many boundaries never come is read at once', async () => {
    const many = '--XX\r\nContent-Type: multipart/mixed; boundary=no\r\n\r\n'.repeat(40_000);
    const before = process.cpuUsage();
    const { pages } = await read(`Content-Type: multipart/mixed; boundary=XX\r\n\r\n${many}--XX--\r\n`);
    expect(pages.length).toBeGreaterThan(0);
    // processor time: the clock runs on where other work is done beside
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(8000);
  });
});
