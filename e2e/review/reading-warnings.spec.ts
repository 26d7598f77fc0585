import { expect, type Page, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { axeFaults } from '../steps/axe-faults.ts';
import { stateOf } from '../steps/open-document.ts';

/** Sends a file, waits until it is read, and opens it. */
async function open(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.goto('/documents');
  const headers = { origin: new URL(page.url()).origin, 'content-type': 'application/octet-stream' };
  const sent = await page.request.post(`/api/documents?name=${name}`, { headers, data: bytes });
  const { id } = (await sent.json()) as { id: string };
  await expect.poll(() => stateOf(page, id), { timeout: 200_000 }).toMatch(/indexed|to_review|unclassified/);
  await page.goto(`/documents/${id}`);
}

const MAIL = [
  'From: a@example.org',
  'Subject: Order 4711',
  'Content-Type: multipart/encrypted; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain',
  '',
  'ciphers',
  '--x--',
  '',
].join('\n');

/** Slides of which two are damaged. */
function damagedSlides(): Buffer {
  const slide = (text: string) =>
    strToU8(
      `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    );
  const ids = [1, 2, 3];
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
      ),
      'ppt/presentation.xml': strToU8(
        `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids.map((id) => `<p:sldId r:id="r${id}"/>`).join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
      ),
      'ppt/_rels/presentation.xml.rels': strToU8(
        `<Relationships>${ids.map((id) => `<Relationship Id="r${id}" Type="x/slide" Target="slides/slide${id}.xml"/>`).join('')}</Relationships>`,
      ),
      'ppt/slides/slide1.xml': slide('Agenda of the meeting'),
      'ppt/slides/slide2.xml': strToU8('<p:sld><p:cSld'),
      'ppt/slides/slide3.xml': strToU8('no slide at all <'),
    }),
  );
}

test('what could not be read of a file stands above the document, one thing as it is', async ({ page }) => {
  await open(page, 'order.eml', Buffer.from(MAIL));
  await expect(page.getByText('The body of this mail is encrypted.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test('several things are one line that opens with a key', async ({ page }) => {
  await open(page, 'meeting.pptx', damagedSlides());
  await expect(page.getByText('2 parts of this file could not be read')).toBeVisible();
  await expect(page.getByText('Slide 2 is damaged')).toBeHidden();
  const show = page.getByRole('button', { name: 'Show them' });
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Slide 2 is damaged')).toBeVisible();
  await expect(page.getByText('Slide 3 is damaged')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
