import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { drawPage } from '#components/testing/draw-page.ts';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA, placeOf } from '#components/testing/made-invoice.ts';
import { json, NO_CONNECTION, onRequest, text } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ReviewFrame } from '#components/testing/review-frame.tsx';
import { createStandInDocument } from '#components/testing/stand-in-document.ts';
import { Splitter } from '#components/ui/splitter.tsx';
import { searchPagesSchema } from '#lib/contract/desk/page-search.ts';
import { FieldList } from '../desk/field-list.tsx';
import { PageViewer } from './page-viewer.tsx';

async function open(prepare: (path: string) => void = () => undefined) {
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result: INVOICE_RESULT, pages: INVOICE_PAGES });
  prepare(desk.path);
  const { screen } = await renderInApp(
    <ReviewFrame detail={desk.detail()}>
      <Splitter label="Width of the pages" storageKey="split" initial={0.6} first={<PageViewer />} second={<FieldList />} />
    </ReviewFrame>,
  );
  const page = (number: number) => screen.getByRole('group', { name: `Page ${number}`, exact: true });
  const mark = (name: string) => screen.getByRole('button', { name: `Go to ${name}`, exact: true });
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  await expect.element(page(1)).toBeVisible();
  return { desk, screen, page, mark, field };
}

/** True when the picture of a page has come and is drawn. */
function isDrawn(page: Element): boolean {
  return [...page.querySelectorAll('img')].some(({ complete, naturalWidth }) => complete && naturalWidth > 0);
}

/** True when all of an element stands in the view of the pages. */
function isInView(element: Element): boolean {
  const view = document.querySelector('[aria-label="Page images"]')?.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return view !== undefined && box.height > 0 && box.top >= view.top && box.bottom <= view.bottom;
}

test('shows the pages as pictures, one under the other', async () => {
  const { screen, page } = await open();
  await expect.poll(() => isDrawn(page(1).element())).toBe(true);
  expect(page(2).element().getBoundingClientRect().top).toBeGreaterThan(page(1).element().getBoundingClientRect().bottom);
  await expect.element(screen.getByText('Page 1 of 2')).toBeVisible();
});

test('the evidence of the focused field comes into view', async () => {
  const { screen, mark, field } = await open();
  expect(mark('Total').query()?.checkVisibility() && isInView(mark('Total').element())).not.toBe(true);
  await field('Total').click();
  await expect.poll(() => isInView(mark('Total').element())).toBe(true);
  await expect.element(screen.getByText('Page 2 of 2')).toBeVisible();
  await field('Invoice number').click();
  await expect.poll(() => isInView(mark('Invoice number').element())).toBe(true);
});

test('a mark stands on the words that were read, and pressing it leads to the field', async () => {
  const { page, mark, field } = await open();
  await expect.element(mark('Invoice date')).toBeVisible();
  const sheet = page(1).element().getBoundingClientRect();
  const [left, top, right, bottom] = placeOf('03/04/2026').box!;
  const box = mark('Invoice date').element().getBoundingClientRect();
  expect(box.left).toBeLessThanOrEqual(sheet.left + left * sheet.width);
  expect(box.top).toBeLessThanOrEqual(sheet.top + top * sheet.height);
  expect(box.right).toBeGreaterThanOrEqual(sheet.left + right * sheet.width);
  expect(box.bottom).toBeGreaterThanOrEqual(sheet.top + bottom * sheet.height);
  expect(box.height).toBeLessThan(3 * (bottom - top) * sheet.height);
  await mark('Invoice date').click();
  await expect.element(field('Invoice date')).toHaveFocus();
});

test('only the place in focus and those with a flag are marked, all of them on request', async () => {
  const { mark, field } = await open();
  await expect.element(mark('Invoice number')).toBeVisible();
  const isSeen = (name: string) => getComputedStyle(mark(name).element()).borderColor !== 'rgba(0, 0, 0, 0)';
  const seen = () => ['Invoice number', 'Invoice date', 'Description, row 1'].map(isSeen);
  await expect.poll(seen).toEqual([false, true, false]);
  await field('Invoice number').click();
  await expect.poll(seen).toEqual([true, true, false]);
  await userEvent.keyboard('{Alt>}l{/Alt}');
  await expect.poll(seen).toEqual([true, true, true]);
  await userEvent.keyboard('{Alt>}l{/Alt}');
  await expect.poll(seen).toEqual([true, true, false]);
});

test('the place in focus is shown enlarged at one spot, and moves nothing', async () => {
  const { page, mark, field } = await open();
  await expect.element(mark('Invoice number')).toBeVisible();
  const loupe = () => document.querySelector('[data-loupe] > div')?.getBoundingClientRect();
  expect(loupe()).toBeUndefined();
  const corner = () => {
    const { x, y, width } = page(1).element().getBoundingClientRect();
    return [x, y, width];
  };
  const before = corner();
  await field('Invoice number').click();
  await expect.poll(loupe).toBeDefined();
  expect(corner()).toEqual(before);
  const first = loupe()!.toJSON();
  await field('Invoice date').click();
  await expect.poll(() => loupe()?.toJSON()).toEqual(first);
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await expect.poll(loupe).toBeUndefined();
});

test('larger and smaller change the size, and the focused evidence stays in view', async () => {
  const { screen, page, mark, field } = await open();
  await field('Total').click();
  await expect.poll(() => isInView(mark('Total').element())).toBe(true);
  const width = page(2).element().getBoundingClientRect().width;
  await screen.getByRole('button', { name: 'Zoom in' }).click();
  await expect.element(screen.getByText('125 %')).toBeVisible();
  expect(page(2).element().getBoundingClientRect().width).toBeCloseTo(1.25 * width, -1);
  await expect.poll(() => isInView(mark('Total').element())).toBe(true);
  await userEvent.keyboard('{Alt>}--{/Alt}');
  await expect.element(screen.getByText('80 %')).toBeVisible();
  expect(page(2).element().getBoundingClientRect().width).toBeCloseTo(0.8 * width, -1);
});

test('the whole page can be fitted into the view, and the next document begins so', async () => {
  const { screen, page } = await open();
  await screen.getByRole('button', { name: 'Fit page' }).click();
  await expect.poll(() => isInView(page(1).element())).toBe(true);
  await screen.unmount();
  const next = await open();
  await expect.poll(() => isInView(next.page(1).element())).toBe(true);
  await expect.element(next.screen.getByRole('button', { name: 'Fit page' })).toHaveAttribute('aria-pressed', 'true');
});

test('turning stands the page on its side', async () => {
  const { screen, page } = await open();
  const before = page(1).element().getBoundingClientRect();
  expect(before.height).toBeGreaterThan(before.width);
  await screen.getByRole('button', { name: 'Rotate pages' }).click();
  await expect.poll(() => page(1).element().getBoundingClientRect().height).toBeLessThan(before.width);
});

test('the keys for the next page and the page before go there', async () => {
  const { screen } = await open();
  await userEvent.keyboard('{Alt>}{PageDown}{/Alt}');
  await expect.element(screen.getByText('Page 2 of 2')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await userEvent.keyboard('{Alt>}{PageUp}{/Alt}');
  await expect.element(screen.getByText('Page 1 of 2')).toBeVisible();
});

test('a picture that fails is told of, with a button that asks for it again', async () => {
  let isBroken = true;
  const { screen, page, mark } = await open((path) =>
    onRequest(`GET ${path}/pages/:number/image`, ({ parameters }) => {
      if (isBroken && parameters.number === '1') return { status: 503, type: 'text/plain', body: '' };
      return text(drawPage(INVOICE_PAGES[Number(parameters.number) - 1]), 'image/svg+xml');
    }),
  );
  // A page that is read, or drawn at another size, asks for its picture by itself; here only the button may.
  await expect.element(mark('Invoice date')).toBeVisible();
  document.addEventListener(
    'click',
    () => {
      isBroken = false;
    },
    { capture: true, once: true },
  );
  const alert = page(1).getByRole('alert');
  await expect.element(alert).toHaveTextContent('The page image could not be loaded.');
  expect(isDrawn(page(1).element())).toBe(false);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => isDrawn(page(1).element())).toBe(true);
  await expect.element(alert).not.toBeInTheDocument();
});

test('a picture that fails is asked for again by itself when the network is back', async () => {
  let isDown = true;
  const { page, mark } = await open((path) =>
    onRequest(`GET ${path}/pages/:number/image`, ({ parameters }) =>
      isDown ? NO_CONNECTION : text(drawPage(INVOICE_PAGES[Number(parameters.number) - 1]), 'image/svg+xml'),
    ),
  );
  await expect.element(mark('Invoice date')).toBeVisible();
  await expect.element(page(1).getByRole('alert')).toBeVisible();
  isDown = false;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => isDrawn(page(1).element())).toBe(true);
});

test('until the picture comes, bars stand where the words are', async () => {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const { page } = await open((path) =>
    onRequest(`GET ${path}/pages/:number/image`, async ({ parameters }) => {
      await sent;
      return text(drawPage(INVOICE_PAGES[Number(parameters.number) - 1]), 'image/svg+xml');
    }),
  );
  await expect.element(page(1).getByRole('status')).toHaveTextContent('Loading the page');
  await expect.poll(() => page(1).element().querySelector('svg path')?.getAttribute('d')).toMatch(/^M/);
  send();
  await expect.element(page(1).getByRole('status')).not.toBeInTheDocument();
  expect(page(1).element().querySelector('svg path')).toBeNull();
});

test('a click on a word gives it to the focused field, with its place', async () => {
  const { desk, page, field } = await open();
  await field('Supplier').click();
  const [left, top, right, bottom] = placeOf('Larch').box!;
  const sheet = page(1).element().getBoundingClientRect();
  await page(1).click({ position: { x: ((left + right) / 2) * sheet.width, y: ((top + bottom) / 2) * sheet.height } });
  await expect.poll(() => desk.valueOf('/supplier')).toBe('Larch');
  expect(desk.drafts()).toMatchObject([{ pointer: '/supplier', evidence: [{ page: 1, words: placeOf('Larch').words }] }]);
});

test('the plain text of the pages can be read instead of the pictures', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Show plain text' }).click();
  await expect.element(screen.getByText('Terms of delivery')).toBeVisible();
});

test('a search marks what it finds and brings it into view', async () => {
  const { screen } = await open((path) =>
    onRequest(`GET ${path}/search`, ({ query }) => {
      const sought = query.get('q') ?? '';
      const found = INVOICE_PAGES.flatMap(({ number, words }) =>
        words.flatMap(({ text: word, box }) => (word.includes(sought) ? [{ page: number, boxes: [box], text: word }] : [])),
      );
      return json(searchPagesSchema, { matches: found, pages_searched: INVOICE_PAGES.length, is_cut: false });
    }),
  );
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(screen.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('delivery');
  await expect.element(screen.getByText('1 of 1')).toBeVisible();
  await expect.poll(() => isInView(document.querySelector('[data-found=current]') ?? document.body)).toBe(true);
});
