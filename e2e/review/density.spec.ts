import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openSample, openText } from '../steps/open-document.ts';

const PRINTED: [label: string, value: string, type?: string][] = [
  ['Invoice number', 'S10021'],
  ['Customer number', 'QA-10021'],
  ['Order number', 'KB-10021'],
  ['Project number', 'PJ10021'],
  ['Contract number', 'CT10021'],
  ['Reference', 'RF10021'],
  ['Delivery note number', 'WD-10021'],
  ['Invoice date', '2026-01-14', 'date'],
  ['Due date', '2026-02-20', 'date'],
  ['Delivery date', '2026-01-10', 'date'],
  ['Contact person', 'Mara Lindqvist'],
  ['Email', 'mara.lindqvist@northline.example'],
  ['Phone', '+44 20 7946 0100'],
  ['Street', '14 Harbour Lane'],
  ['City', 'Bristol'],
  ['Country', 'United Kingdom'],
  ['Department', 'Purchasing'],
  ['Cost centre', '4711'],
  ['Iban', 'DE89 3704 0044 0532 0130 00'],
  ['Net total', '400.00 EUR', 'money'],
  ['Tax total', '80.00 EUR', 'money'],
  ['Grand total', '480.00 EUR', 'money'],
];

/** Lines of fields of which all is in view. */
const linesInView = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('ol[aria-label=Fields]')!;
    list.scrollTop = 0;
    const view = list.getBoundingClientRect();
    const boxes = [...list.querySelectorAll('[data-row=certain]')].map((row) => row.getBoundingClientRect());
    const isSeen = ({ top, bottom }: DOMRect) => top >= view.top - 1 && bottom <= Math.min(view.bottom, window.innerHeight) + 1;
    return { seen: boxes.filter(isSeen).length, heights: [...new Set(boxes.map(({ height }) => Math.round(height)))] };
  });

test('of a document without flags twenty fields are in view on a large screen, twelve on a small one', async ({ page }) => {
  await page.goto('/documents');
  const text = `Invoice\n\n${PRINTED.map(([label, value]) => `${label}: ${value}`).join('\n\n')}\n`;
  const fields = PRINTED.map(([label, , type = 'string']) => {
    return { name: label.toLowerCase().replaceAll(' ', '_'), type, label, description: '', required: false };
  });
  await openText(page, `dense-${Date.now()}.txt`, text, fields);
  await expect(page.getByText('No open flags')).toBeVisible();
  for (const [width, height, least] of [
    [1440, 900, 20],
    [1024, 768, 12],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await linesInView(page)).seen, `at ${width} x ${height}`).toBeGreaterThanOrEqual(least);
    const { heights } = await linesInView(page);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(32);
    expect(Math.max(...heights)).toBeLessThanOrEqual(36);
  }
});

test('comments and history stand beside the fields, and confirming a value moves neither fields nor tabs', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-german');
  const flagged = page.locator('[data-row=doubtful] [data-pointer]').first();
  await expect(flagged).toBeFocused();
  await page.getByRole('button', { name: 'Comments', exact: true }).click();
  const beside = page.getByRole('complementary', { name: 'Comments and history' });
  await beside.getByRole('tab', { name: 'History' }).click();
  await expect(beside.getByRole('listitem').first()).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const [column, fields] = [(await beside.boundingBox())!, (await page.getByRole('list', { name: 'Fields' }).boundingBox())!];
  expect(column.x).toBeGreaterThanOrEqual(fields.x + fields.width);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-home], [role=tab], [role=toolbar], #approve')].map((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        return [element.getAttribute('data-home') ?? element.textContent, Math.round(left), Math.round(top), Math.round(height)];
      }),
    );
  await flagged.focus();
  // Every crop is there.
  await expect(page.locator('[data-row=doubtful] [role=img]').first()).toBeVisible();
  const before = await places();
  await flagged.press('Enter');
  await expect(page.getByRole('list', { name: 'Fields' }).getByText('Confirmed')).toBeVisible();
  expect((await places()).map(([what]) => what)).toEqual(before.map(([what]) => what));
  // The list may have scrolled to the next flag: what counts is that all moved alike.
  const list = (all: Awaited<ReturnType<typeof places>>) => all.filter(([what]) => String(what).startsWith('/'));
  const [first] = list(before);
  const moved = Number(list(await places())[0]![2]) - Number(first![2]);
  expect(list(await places())).toEqual(list(before).map(([what, left, top, height]) => [what, left, Number(top) + moved, height]));
  const others = (all: Awaited<ReturnType<typeof places>>) => all.filter(([what]) => !String(what).startsWith('/'));
  expect(others(await places())).toEqual(others(before));

  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('list', { name: 'Fields' })).toBeHidden();
  await beside.getByRole('tab', { name: 'Fields' }).click();
  await expect(page.getByRole('list', { name: 'Fields' })).toBeVisible();
  await expect(beside).toHaveCount(0);
});
