import { describe, expect, test } from 'vitest';
import { blockTexts, lineTexts, readBytes } from '../../testing/read-bytes.ts';
import { emlAdapter } from './eml-adapter.ts';
import { parseMailDate } from './mail-date.ts';

const read = (lines: string[] | Buffer) => readBytes(emlAdapter, Array.isArray(lines) ? lines.join('\r\n') : lines);

function values(stated: { path: string; value: string }[]) {
  return Object.fromEntries(stated.map(({ path, value }) => [path, value]));
}

const HEADERS = [
  'From: "Ott, Ida" <ida@mill.example>',
  'To: a@x.example, B <b@x.example>',
  'Subject: =?utf-8?Q?M=C3=BChle?=',
  'Date: Tue, 3 Mar 2026 23:30:00 -0500',
];

describe('emlAdapter', () => {
  test('headers are stated values and stand on the first page, the date with the offset of the sender', async () => {
    const { stated, pages } = await read([...HEADERS, 'Message-ID: <1@x>', '', 'Total:   12.00', 'Tax:      2.00']);
    expect(values(stated)).toEqual({
      'from/name': 'Ott, Ida',
      'from/address': 'ida@mill.example',
      'to/0/address': 'a@x.example',
      'to/1/name': 'B',
      'to/1/address': 'b@x.example',
      subject: 'Mühle',
      date: '2026-03-03T23:30:00-05:00',
      'message-id': '<1@x>',
    });
    expect(lineTexts(pages[0])).toEqual([
      ...['From: Ott, Ida <ida@mill.example>', 'To: a@x.example, B <b@x.example>', 'Date: 2026-03-03 23:30:00 -05:00', 'Subject: Mühle'],
      ...['Total: 12.00', 'Tax: 2.00'],
    ]);
  });

  test('of two bodies the richer is shown and scripts are not', async () => {
    const parts = ['--b', 'Content-Type: text/plain', '', 'Item Price Bolt 2.00', '--b', 'Content-Type: text/html', ''];
    const html = '<script>x()</script><table><tr><td>Item</td><td>Price</td></tr><tr><td>Bolt</td><td>2.00</td></tr></table>';
    const { pages } = await read([
      ...HEADERS,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      ...parts,
      html,
      '--b--',
      '',
    ]);
    expect(pages[0]?.tables[0]?.cells.map((cell) => cell.text)).toEqual(['Item', 'Price', 'Bolt', '2.00']);
    expect(blockTexts(pages[0]).join()).not.toContain('x()');
  });

  test('attachments and nested mails are kept with their bytes; a missing closing boundary does no harm', async () => {
    const { attachments, kept, pages, stated } = await read([
      ...HEADERS,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...['--b', 'Content-Type: text/plain', '', 'See both.'],
      ...[
        '--b',
        'Content-Type: application/pdf; name="bill.pdf"',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment',
        '',
        'JVBERg==',
      ],
      ...['--b', 'Content-Type: message/rfc822', '', 'Subject: inner', '', 'inner body'],
    ]);
    expect(attachments.map(({ name, media_type }) => [name, media_type])).toEqual([
      ['bill.pdf', 'application/pdf'],
      ['inner.eml', 'message/rfc822'],
    ]);
    expect(kept.get('bill.pdf')?.toString()).toBe('%PDF');
    expect(kept.get('inner.eml')?.toString()).toContain('inner body');
    expect(pages[0]!.words.map(({ text }) => text).join(' ')).toContain('Attachments: bill.pdf, inner.eml');
    // a name of ours is none that the mail states
    expect(stated.filter(({ path }) => path.startsWith('attachments/')).map(({ value }) => value)).toEqual(['bill.pdf']);
  });

  test('pictures that the body shows are parts of the mail, whatever they say of themselves; files beside them are attached', async () => {
    const part = (type: string, name: string, ...fields: string[]) => [
      ...[
        '--r',
        `Content-Type: ${type}; name=${name}`,
        ...fields,
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(name).toString('base64'),
      ],
    ];
    const html = '<p>Hello</p><img src="cid:logo@mill"><img src="cid:seal%40mill">';
    const { attachments } = await read([
      ...[...HEADERS, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=m', ''],
      ...['--m', 'Content-Type: multipart/related; boundary=r', '', '--r', 'Content-Type: text/html', '', html],
      ...part('image/png', 'logo.png', 'Content-ID: <logo@mill>', 'Content-Disposition: inline'),
      ...part('image/png', 'seal.png', 'Content-ID: <seal@mill>', 'Content-Disposition: attachment; filename=seal.png'),
      ...part('application/pdf', 'bill.pdf', 'Content-ID: <f_m1x2>', 'Content-Disposition: attachment; filename=bill.pdf'),
      ...['--r--', '--m', 'Content-Type: image/jpeg; name=receipt.jpg', 'Content-Disposition: attachment', '', 'receipt', '--m--', ''],
    ]);
    expect(attachments.map(({ name, inline }) => [name, inline])).toEqual([
      ['logo.png', true],
      ['seal.png', true],
      ['bill.pdf', false],
      ['receipt.jpg', false],
    ]);
  });

  test('headers with raw bytes of an old encoding and words in UTF-7 are readable', async () => {
    const source = Buffer.from('From: K\xf6nig <k@x.example>\nSubject: =?utf-7?Q?Gr+APwA3w-e?=\nTo: z@x.example\n\nbody', 'latin1');
    const { stated } = await read(source);
    expect(values(stated)).toMatchObject({ 'from/name': 'König', subject: 'Grüße' });
  });

  test.each([
    ['says no encoding', 'Content-Type: text/plain', 'Gr\xfc\xdfe aus K\xf6ln'],
    ['says ASCII', 'Content-Type: text/plain; charset="us-ascii"', Buffer.from('Grüße aus Köln').toString('latin1')],
    ['says nothing of itself', 'X-Nothing: 1', 'Gr\xfc\xdfe aus K\xf6ln'],
    ['is quoted', 'Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable', 'Gr=FC=DFe aus K=F6ln'],
    ['is HTML that tells it', 'Content-Type: text/html', '<meta charset="iso-8859-1"><p>Gr\xfc\xdfe aus K\xf6ln</p>'],
  ])('a body in an old encoding is read when it %s', async (_, fields, body) => {
    const { pages } = await read(Buffer.from([...HEADERS, 'MIME-Version: 1.0', fields, '', body].join('\n'), 'latin1'));
    expect(lineTexts(pages[0]).at(-1)).toBe('Grüße aus Köln');
  });

  test('a body in an old encoding is read by its own bytes, whatever the other parts are written in', async () => {
    const said = Buffer.from('Ærlig talt, så mange små ører på øen — „ja“, “nej”, ‘ok’ …').toString('latin1').repeat(20);
    const parts = ['--b', 'Content-Type: text/plain', '', 'Preis f\xfcr T\xfcr und M\xf6bel', '--b'];
    const other = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', said, '--b--', ''];
    const head = [...HEADERS, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed;\r\n\tboundary="b"', ''];
    const { pages } = await read(Buffer.from([...head, ...parts, ...other].join('\r\n'), 'latin1'));
    const lines = pages.flatMap((page) => lineTexts(page)).join('\n');
    expect(lines).toContain('Preis für Tür und Möbel');
    expect(lines).toContain('Ærlig talt, så mange');
  });

  test('header lines quoted in a body of an old encoding stay as they were written', async () => {
    const { pages } = await read(
      Buffer.from([...HEADERS, 'Content-Type: text/plain', '', 'Gr\xfc\xdfe', 'Content-Type: text/html'].join('\n'), 'latin1'),
    );
    expect(lineTexts(pages[0]).slice(-2)).toEqual(['Grüße', 'Content-Type: text/html']);
  });

  test('a part that says nothing of itself is read in its old encoding, and files and mails beside it keep their bytes', async () => {
    const page = 'Content-Type: text/html\n\nK\xf6ln';
    const inner = `Subject: inner\nContent-Type: text/plain\n\nK\xf6ln`;
    const file = (name: string, type: string, bytes: string) => [
      ...['--b', `Content-Type: ${type}`, `Content-Disposition: attachment; filename=${name}`, '', bytes],
    ];
    const mail = [
      ...[...HEADERS, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', ''],
      ...['--b', '', 'Gr\xfc\xdfe aus K\xf6ln'],
      ...[
        ...file('a', 'text/plain', page),
        ...file('b', 'application/octet-stream', page),
        ...file('c', 'message/rfc822', inner),
        '--b--',
        '',
      ],
    ].join('\n');
    const { pages, kept } = await read(Buffer.from(mail, 'latin1'));
    expect(lineTexts(pages[0])).toContain('Grüße aus Köln');
    expect([...kept].map(([name, bytes]) => [name, bytes.toString('latin1').trimEnd()])).toEqual([
      ['a', page],
      ['b', page],
      ['c', inner],
    ]);
  });

  test('an invitation without any other body is shown as it is written', async () => {
    const { pages } = await read([
      ...HEADERS,
      'Content-Type: text/calendar',
      '',
      'BEGIN:VCALENDAR',
      'SUMMARY:Meeting 526',
      'END:VCALENDAR',
    ]);
    expect(lineTexts(pages[0])).toContain('SUMMARY:Meeting 526');
  });

  test('an encrypted body is told', async () => {
    const { warnings, pages } = await read([
      ...HEADERS,
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
    ]);
    expect(warnings.join()).toContain('encrypted');
    expect(lineTexts(pages[0]).length).toBeGreaterThan(3);
  });

  test('a body in Windows-1252 keeps its euro sign', async () => {
    const head = [...HEADERS, 'Content-Type: text/plain; charset=windows-1252', 'Content-Transfer-Encoding: 8bit', '', ''].join('\n');
    const { pages } = await read(Buffer.concat([Buffer.from(head), Buffer.from([0x80, 0x20, 0x35])]));
    expect(lineTexts(pages[0]).at(-1)).toBe('€ 5');
  });
});

describe('parseMailDate', () => {
  test.each([
    ['Wed, 17 May 2000 19:08:29 -0400', '2000-05-17T19:08:29-04:00'],
    ['1 Jan 99 3:05 GMT', '1999-01-01T03:05:00+00:00'],
    ['Fri, 21 Nov 1997 09:55:06 -0600 (CST)', '1997-11-21T09:55:06-06:00'],
    ['Tue Mar 3 10:00:00 2026', '2026-03-03T10:00:00'],
    ['tomorrow', null],
  ])('%s', (header, date) => {
    expect(parseMailDate(header)).toBe(date);
  });
});
