import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { z } from 'zod';
import { SplitBoard } from '#components/splitting/split-board.tsx';
import { drawPage } from '#components/testing/draw-page.ts';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest, text } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith, PERSON } from '#components/testing/stand-in-document.ts';
import {
  type AcceptSplit,
  acceptSplitSchema,
  type DeskSplitting,
  deskSplittingSchema,
  type SplitProposal,
} from '#lib/contract/desk/splitting.ts';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';

const segment = (first_page: number, last_page: number, change: Partial<SplitProposal['segments'][number]> = {}) => {
  return { first_page, last_page, confidence: 0.95, reason: 'A new letterhead.', reasons: [], proposed: false, schema_id: null, ...change };
};

/** A scan of six pages in which the engine sees three documents of two pages; of where the third begins it is not sure. */
const SEGMENTS = [
  segment(1, 2),
  segment(3, 4),
  segment(5, 6, { proposed: true, confidence: 0.55, reason: 'The page numbers begin again.' }),
];

function scanWith(proposal: Partial<SplitProposal> = {}): DeskSplitting {
  return deskSplittingSchema.parse({
    document: documentWith({ name: 'scan.pdf', state: 'stacked', page_count: 6, pages_read: 6 }),
    refusal: null,
    reading: 'done',
    proposal: {
      state: 'completed',
      segments: SEGMENTS,
      engine: 'made for tests',
      failure: null,
      requested_at: '2026-01-05T10:00:00.000Z',
      ...proposal,
    },
    split: null,
  });
}

async function open({ splitting = scanWith(), mayEdit = true } = {}) {
  const accepted: AcceptSplit[] = [];
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items: [INVOICE_SCHEMA] }));
  const { id } = splitting.document;
  onRequest(`GET /api/documents/${id}/pages/:number/image`, () => text(drawPage(undefined), 'image/svg+xml'));
  onRequest(`POST /api/documents/${id}/split`, (request) => {
    accepted.push(request.json(acceptSplitSchema));
    return json(deskSplittingSchema, splitting);
  });
  const { screen, visited } = await renderInApp(<SplitBoard splitting={splitting} personId={PERSON.id} mayEdit={mayEdit} />);
  const page = (number: number) => screen.getByRole('gridcell', { name: new RegExp(`^Page ${number}(,|$)`) });
  /** The plan as the board shows it: the pages of each document, in order. */
  const shown = () =>
    screen
      .getByRole('grid')
      .elements()
      .map((grid) =>
        [...grid.querySelectorAll('[data-page]')].map((cell) => cell.getAttribute('aria-label')?.replace('Page ', '')).join(' '),
      );
  const visit = async (number: number) => {
    await page(number).click();
    await expect.element(page(number)).toHaveFocus();
  };
  await expect.element(page(1)).toBeVisible();
  return { accepted, screen, visited, page, shown, visit };
}

const press = (keys: string) => userEvent.keyboard(keys);

test('shows the documents that are proposed, and why one begins where that is not sure', async () => {
  const { screen, shown } = await open();
  expect(shown()).toEqual(['1 2', '3 4', '5 6']);
  const third = screen.getByRole('region', { name: 'Document 3' });
  await expect.element(third.getByText('Check this: 55 % sure')).toBeVisible();
  await expect.element(third.getByText('The page numbers begin again.')).toBeVisible();
});

test('Enter begins a document at the page, and takes the boundary away again', async () => {
  const { screen, shown, visit } = await open();
  await visit(2);
  await press('{Enter}');
  await expect.poll(shown).toEqual(['1', '2', '3 4', '5 6']);
  await expect.element(screen.getByText('You set this boundary.')).toBeVisible();
  await press('{Enter}');
  await expect.poll(shown).toEqual(['1 2', '3 4', '5 6']);
});

test('m joins the document with the one before', async () => {
  const { shown, visit } = await open();
  await visit(6);
  await press('m');
  await expect.poll(shown).toEqual(['1 2', '3 4 5 6']);
});

test('Alt and an arrow move the boundary of the document by a page', async () => {
  const { shown, visit } = await open();
  await visit(4);
  await press('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(shown).toEqual(['1 2 3', '4', '5 6']);
});

test('pages selected with Shift are rotated and removed together, and each step can be undone', async () => {
  const { shown, visit } = await open();
  await visit(3);
  await press('{Shift>}{ArrowRight}{/Shift}r');
  await expect.poll(shown).toEqual(['1 2', '3, rotated 90° 4, rotated 90°', '5 6']);
  await press('{Delete}');
  await expect.poll(shown).toEqual(['1 2', '3, rotated 90°, removed 4, rotated 90°, removed', '5 6']);
  await press('{Control>}zz{/Control}');
  await expect.poll(shown).toEqual(['1 2', '3 4', '5 6']);
  await press('{Control>}y{/Control}');
  await expect.poll(shown).toEqual(['1 2', '3, rotated 90° 4, rotated 90°', '5 6']);
});

test('a page can be dragged into another document', async () => {
  const { page, shown } = await open();
  await page(1).dropTo(page(6), { targetPosition: { x: 130, y: 80 } });
  await expect.poll(shown).toEqual(['2', '3 4', '5 6 1']);
});

test('the arrow keys go through the pages of all documents, and the large page follows', async () => {
  const { screen, page, visit } = await open();
  await visit(2);
  await press('{ArrowRight}');
  await expect.element(page(3)).toHaveFocus();
  await expect.element(screen.getByText('Page 3 is in document 2: pages 3–4.')).toBeInTheDocument();
  await press('{End}');
  await expect.element(page(6)).toHaveFocus();
});

test('splitting sends the plan as it is shown, and says what became of the file', async () => {
  const { accepted, screen, visit } = await open();
  await visit(6);
  await press('{Delete}');
  await screen.getByRole('button', { name: 'Kind of document 1' }).click();
  await screen.getByRole('option', { name: 'Invoice' }).click();
  await screen.getByRole('button', { name: 'Split into 3' }).click();
  await expect.element(screen.getByText('scan.pdf became 3 documents')).toBeVisible();
  const pages = (...numbers: number[]) => numbers.map((number) => ({ number, turn: 0 }));
  expect(accepted).toMatchObject([
    {
      documents: [
        { schema_id: INVOICE_SCHEMA.id, pages: pages(1, 2) },
        { schema_id: null, pages: pages(3, 4) },
        { schema_id: null, pages: pages(5) },
      ],
      dropped: [6],
    },
  ]);
});

test('a file that stays whole cannot be split', async () => {
  const { screen } = await open({ splitting: scanWith({ segments: [segment(1, 6)] }) });
  await expect.element(screen.getByText(/This looks like one document/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Split into 1' })).toBeDisabled();
});

test('the work is there again after the screen was left', async () => {
  const splitting = scanWith();
  const first = await open({ splitting });
  await first.visit(2);
  await press('{Enter}');
  await expect.element(first.screen.getByText('Saved in this browser')).toBeInTheDocument();
  await first.screen.unmount();
  const { screen, shown } = await open({ splitting });
  expect(shown()).toEqual(['1', '2', '3 4', '5 6']);
  await screen.getByRole('button', { name: 'Reset to the proposal' }).click();
  await expect.poll(shown).toEqual(['1 2', '3 4', '5 6']);
});

test('a person who may only look is offered nothing to change', async () => {
  const { screen, shown, visit } = await open({ mayEdit: false });
  await visit(2);
  await press('{Enter}m{Delete}');
  expect(shown()).toEqual(['1 2', '3 4', '5 6']);
  expect(screen.getByRole('button', { name: /^Split into/ }).query()).toBeNull();
});
