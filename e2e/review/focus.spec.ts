import { expect, type Page, test } from '@playwright/test';
import { openSample } from '../steps/open-document.ts';
import { stillBox } from '../steps/still-box.ts';

type Word = { text: string; box: [number, number, number, number] };

/** What has the focus once the screen has drawn what was done: a pointer, an id, or the name of an element. */
const focusedPlace = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const look = () => {
          const element = document.activeElement as HTMLElement | null;
          resolve(element?.dataset.pointer || element?.id || element?.tagName || 'BODY');
        };
        let frames = 0;
        const wait = () => {
          frames += 1;
          if (frames > 6) look();
          else requestAnimationFrame(wait);
        };
        wait();
      }),
  );

/** The middle of each word of the first page on the screen, once the page stands still. */
async function wordsOnScreen(page: Page): Promise<(text: string, nth?: number) => [number, number]> {
  const id = page.url().split('/').at(-1);
  const answer = (await (await page.request.get(`/api/documents/${id}/pages?from=1&to=1`)).json()) as { pages: { words: Word[] }[] };
  const words = answer.pages[0]!.words;
  const bounds = await stillBox(page.getByRole('group', { name: /^Page 1/ }));
  return (text, nth = 0) => {
    const [left, top, right, bottom] = words[words.findIndex((word) => word.text === text) + nth]!.box;
    return [bounds.x + ((left + right) / 2) * bounds.width, bounds.y + ((top + bottom) / 2) * bounds.height];
  };
}

const buyer = (page: Page) => page.getByRole('combobox', { name: 'Buyer', exact: true });
const field = (page: Page, pointer: string) => page.locator(`[data-pointer="${pointer}"]`);

test('whatever is done to values, rows and the document, the focus never falls to the page', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const grid = page.getByRole('grid', { name: /line items|positions/i });
  const cell = (row: number, column: string) => field(page, `/line_items/${row}/${column}`);
  await expect(grid).toHaveAttribute('aria-rowcount', '5');
  const steps: [what: string, act: () => Promise<void>, place: string | RegExp][] = [
    ['confirm', () => buyer(page).press('Enter'), /./],
    ['undo of a confirmation', () => page.keyboard.press('Control+z'), '/buyer_name'],
    ['a value typed', () => buyer(page).fill('Someone'), '/buyer_name'],
    ['a value saved', () => buyer(page).press('Tab'), /./],
    [
      'take back',
      async () => {
        await buyer(page).focus();
        await page.keyboard.press('Tab');
        await page.getByRole('button', { name: /^Restore the extracted value/ }).click();
      },
      '/buyer_name',
    ],
    ['redo and undo', () => page.keyboard.press('Control+z'), '/buyer_name'],
    [
      'clear',
      async () => {
        await buyer(page).fill('');
        await buyer(page).press('Enter');
      },
      /./,
    ],
    ['undo of a clear', () => page.keyboard.press('Control+z'), '/buyer_name'],
    [
      'a cell accepted',
      async () => {
        await cell(1, 'quantity').click();
        await page.keyboard.type('3');
        await page.keyboard.press('Tab');
      },
      '/line_items/1/unit',
    ],
    ['undo in a table', () => page.keyboard.press('Control+z'), '/line_items/1/quantity'],
    ['a row added', () => page.keyboard.press('Alt+Shift+Enter'), /^\/line_items\/2\//],
    ['undo of an added row', () => page.keyboard.press('Control+z'), /line_items.2|line_items\/2/],
    [
      'the last row removed',
      async () => {
        await cell(3, 'description').click();
        await page.keyboard.press('Control+Delete');
      },
      '/line_items/2/description',
    ],
    [
      'all rows removed',
      async () => {
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Control+Delete');
        await expect(grid).toHaveCount(0);
      },
      'add-row-line_items',
    ],
    [
      'undo of all rows removed',
      async () => {
        await page.keyboard.press('Control+z');
        await expect(grid).toHaveAttribute('aria-rowcount', '4');
      },
      /line_items/,
    ],
    [
      'a menu closed',
      async () => {
        await cell(0, 'description').click();
        await page.keyboard.press('Shift+F10');
        await expect(page.getByRole('menuitem', { name: 'Split into two rows' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menuitem', { name: 'Split into two rows' })).toHaveCount(0);
      },
      /line_items/,
    ],
    [
      'why, and a candidate taken',
      async () => {
        await buyer(page).focus();
        await page.keyboard.press('Alt+w');
        await expect(page.getByRole('dialog', { name: /^Why this value/ })).toBeVisible();
        await page.keyboard.press('Alt+w');
        await expect(page.getByRole('dialog', { name: /^Why this value/ })).toHaveCount(0);
      },
      '/buyer_name',
    ],
    [
      'the sign-off asked and cancelled while one types',
      async () => {
        // It is required: emptying it raises a flag.
        await page.getByRole('combobox', { name: /invoice number/i }).fill('');
        await page.keyboard.press('Control+Enter');
        const signOff = page.getByRole('alertdialog');
        await expect(signOff.getByRole('button', { name: 'Cancel' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(signOff).toHaveCount(0);
      },
      '/invoice_number',
    ],
  ];
  for (const [what, act, place] of steps) {
    await test.step(what, async () => {
      await act();
      await expect.poll(() => focusedPlace(page), { message: what }).toMatch(place);
      expect(await focusedPlace(page), what).not.toBe('BODY');
    });
  }
});

test('a value that becomes long keeps the focus, by the mouse as by typing', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  // Typing goes on in the same field, however long.
  const long = 'A name that is longer than a line of the screen has room for, and is typed in one go';
  await buyer(page).fill('');
  await page.keyboard.type(long);
  await expect(field(page, '/buyer_name')).toHaveValue(long);
  await page.keyboard.press('Escape');
  await buyer(page).focus();
  const middle = await wordsOnScreen(page);
  await page.mouse.move(...middle('Copperfield'));
  await page.mouse.down();
  await page.mouse.move(...middle('Copperfield', 12), { steps: 6 });
  await page.mouse.up();
  await expect(page.getByRole('textbox', { name: 'Buyer', exact: true })).toBeFocused();
  expect(await page.getByRole('textbox', { name: 'Buyer', exact: true }).evaluate((input) => input.tagName)).toBe('TEXTAREA');
  await page.keyboard.press('Control+z');
  await expect(buyer(page)).toBeFocused();
});

test('a double click on a mark selects its value and never replaces it', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const id = page.url().split('/').at(-1);
  const before = await buyer(page).inputValue();
  expect(before.split(' ').length).toBeGreaterThan(1);
  const status = async () =>
    ((await (await page.request.get(`/api/documents/${id}`)).json()) as { fields: { buyer_name: { status: string; value: string } } })
      .fields.buyer_name;
  // Of a value that has not got the focus, and again of one that has.
  await page.getByRole('combobox', { name: /invoice number/i }).focus();
  for (let round = 0; round < 2; round += 1) {
    const middle = await wordsOnScreen(page);
    await page.mouse.dblclick(...middle('Copperfield'));
    await expect(buyer(page)).toBeFocused();
    await expect(buyer(page)).toHaveValue(before);
    await expect.poll(status).toMatchObject({ status: 'machine', value: before });
  }
});
