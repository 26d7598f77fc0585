import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { AttachmentStrip } from '#components/review/panels/attachment-strip.tsx';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { type DeskDocumentDetail, deskDocumentDetailSchema, listDocumentsSchema } from '#lib/contract/desk/desk-document.ts';

const MAIL = documentWith({ name: 'family.eml', media_type: 'message/rfc822' });
const ATTACHED = ['contract.pdf', 'order.md', 'terms.pdf'].map((name) => documentWith({ name, parent: { id: MAIL.id, name: MAIL.name } }));

function detailOf(document: DeskDocumentDetail['document']): DeskDocumentDetail {
  return deskDocumentDetailSchema.parse({
    document,
    schema: INVOICE_SCHEMA,
    fields: {},
    flags: [],
    approval: null,
    rejection: null,
    attachments: [],
    unfitting: {},
  });
}

/** The strip at one of the attachments; the list of them comes when `answer` is called. */
async function openAt(place: number) {
  const asked = Promise.withResolvers<void>();
  onRequest('GET /api/documents', async () => {
    await asked.promise;
    return json(listDocumentsSchema, { items: ATTACHED, total: ATTACHED.length, counts: {}, change: 1 });
  });
  onRequest(`GET /api/documents/${MAIL.id}`, () => json(deskDocumentDetailSchema, detailOf(MAIL)));
  const { screen, visited } = await renderInApp(<AttachmentStrip detail={detailOf(ATTACHED[place]!)} />);
  await expect.element(screen.getByRole('link', { name: /family\.eml/ })).toBeVisible();
  return { screen, visited, answer: asked.resolve };
}

test('a key pressed before the other attachments are known leads to the next of them once they are', async () => {
  const { screen, visited, answer } = await openAt(0);
  await userEvent.keyboard('{Alt>}a{/Alt}');
  expect(visited).toEqual([]);
  answer();
  await expect.element(screen.getByRole('link', { name: /order\.md/ })).toBeVisible();
  await expect.poll(() => visited).toEqual([`/documents/${ATTACHED[1]!.id}`]);
  expect(await commands.axeInPage()).toEqual([]);
});

test('a key for the previous attachment does not lead to the parent while the others are not known', async () => {
  const { visited, answer } = await openAt(2);
  await userEvent.keyboard('{Alt>}{Shift>}a{/Shift}{/Alt}');
  expect(visited).toEqual([]);
  answer();
  await expect.poll(() => visited).toEqual([`/documents/${ATTACHED[1]!.id}`]);
});

test('at the last attachment the key for the next leads nowhere', async () => {
  const { screen, visited, answer } = await openAt(2);
  await userEvent.keyboard('{Alt>}a{/Alt}');
  answer();
  await expect.element(screen.getByRole('link', { name: /order\.md/ })).toBeVisible();
  await userEvent.keyboard('{Alt>}a{/Alt}');
  await userEvent.keyboard('{Alt>}{Shift>}a{/Shift}{/Alt}');
  await expect.poll(() => visited).toEqual([`/documents/${ATTACHED[1]!.id}`]);
});
