import { expect, type Page, test } from '@playwright/test';
import { stateOf } from '../steps/open-document.ts';

const headers = (page: Page) => ({ origin: new URL(page.url()).origin });
const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });

/** Clean documents of a schema of their own, in the order they came. */
async function addTickets(page: Page, names: string[]): Promise<string[]> {
  const fields = [{ name: 'number', type: 'string', label: 'Ticket number' }];
  const made = await page.request.post('/api/schemas', { headers: headers(page), data: { name: `Ticket ${names[0]}`, fields } });
  const { id: schemaId } = (await made.json()) as { id: string };
  const ids: string[] = [];
  for (const name of names) {
    const sent = await page.request.post(`/api/documents?name=${name}.txt&folder=going-on&schema_id=${schemaId}`, {
      headers: { ...headers(page), 'content-type': 'text/plain' },
      data: `Ticket\n\nTicket number: ${name}\n`,
    });
    const { id } = (await sent.json()) as { id: string };
    await expect.poll(() => stateOf(page, id), { timeout: 200_000 }).toBe('to_review');
    ids.push(id);
  }
  return ids;
}

/** Opens a document and waits until the next one of the line is loaded, too. @returns its id */
async function openWithNext(page: Page, id: string): Promise<string> {
  const isNext = (url: string) => /\/api\/documents\/[0-9a-f-]{36}$/.test(url) && !url.endsWith(id);
  // What the screen before was loading ahead is cut off by going elsewhere, and never finished: only the new screen counts.
  await page.goto('about:blank');
  const loaded = page.waitForResponse((response) => isNext(response.url()) && response.ok());
  await page.goto(`/documents/${id}`);
  const next = await loaded;
  await next.finished();
  await expect(approve(page)).toBeFocused();
  return next.url().slice(-36);
}

test('the next document is there before the desk has answered, and closing the window is warned of until it has', async ({ page }) => {
  await page.goto('/documents');
  const [first = ''] = await addTickets(page, ['G-1', 'G-2']);
  const second = await openWithNext(page, first);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/approve', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/documents/${second}`);
  await expect(page.getByRole('heading', { name: 'G-1.txt' })).toHaveCount(0);
  await expect(page.locator('[data-pointer]:focus, #approve:focus')).toHaveCount(1);
  expect(await stateOf(page, first)).toBe('to_review');
  const isWarned = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await isWarned()).toBe(true);
  answer();
  await expect(page.getByText('G-1.txt is approved')).toBeVisible();
  expect(await stateOf(page, first)).toBe('approved');
  await expect.poll(isWarned).toBe(false);
});

test('an approval that got no answer is sent again, and a double click approves one document', async ({ page }) => {
  await page.goto('/documents');
  const [first = ''] = await addTickets(page, ['H-1', 'H-2']);
  const second = await openWithNext(page, first);
  let tries = 0;
  // The desk gets the first one, but its answer is lost.
  await page.route('**/approve', async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await approve(page).dblclick();
  await page.waitForURL(`**/documents/${second}`);
  await expect(page.getByText('H-1.txt is approved')).toBeVisible({ timeout: 200_000 });
  expect(tries).toBe(2);
  expect(await stateOf(page, first)).toBe('approved');
  expect(await stateOf(page, second)).toBe('to_review');
  await expect(page.getByText('H-1.txt is not approved yet')).toHaveCount(0);
});

test('rejecting and postponing go on to the next document as approving does, by keys alone', async ({ page }) => {
  await page.goto('/documents');
  const [first = '', second = ''] = await addTickets(page, ['I-1', 'I-2', 'I-3', 'I-4']);
  const after = await openWithNext(page, first);
  const runCommand = async (name: RegExp) => {
    const palette = page.getByRole('dialog', { name: 'Search pages and commands' });
    // The menu's part comes while the browser is idle.
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await palette.getByRole('combobox').fill(name.source);
      await expect(palette.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true', { timeout: 5_000 });
    }).toPass();
    await page.keyboard.press('Enter');
  };
  await runCommand(/Reject/);
  const reject = page.getByRole('dialog', { name: 'Reject the document' });
  await expect(reject.getByLabel('Reason')).toBeFocused();
  // Without a reason it says what is missing.
  await page.keyboard.press('Control+Enter');
  await expect(reject.getByText('Enter a reason.')).toBeVisible();
  await page.keyboard.type('Sent twice');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(`**/documents/${after}`);
  await expect(page.getByText('I-1.txt is rejected')).toBeVisible();
  await expect(page.locator('[data-pointer]:focus, #approve:focus')).toHaveCount(1);
  expect(await stateOf(page, first)).toBe('rejected');

  await openWithNext(page, second);
  await runCommand(/Postpone/);
  await expect(page.getByRole('dialog', { name: 'Postpone the document' }).getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Waiting for the sender');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/I-2\.txt is postponed until/)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(second));
  await expect(page.locator('[data-pointer]:focus, #approve:focus')).toHaveCount(1);
});
