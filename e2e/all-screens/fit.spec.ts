import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import { openSample } from '../steps/open-document.ts';

/** Opens a window of another kind for the same person, and closes it after the work. */
async function inWindow(
  browser: Browser,
  baseURL: string | undefined,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL: baseURL!, storageState: 'test-results/admin.json', ...options });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** What lies over the middle of the element that has the focus; null when it lies free. */
const overFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const { left, right, top, bottom } = activeElement!.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return activeElement!.contains(hit) ? null : (hit?.outerHTML.slice(0, 120) ?? 'nothing: it is out of the window');
  });

test('with reduced motion nothing slides: a switch is over at once, and the page stands at the evidence at once', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-german');
  const knob = page
    .getByRole('switch', { name: /Only flagged/ })
    .locator('xpath=..')
    .locator('span span');
  const slides = () => knob.evaluate((element) => Number.parseFloat(getComputedStyle(element).transitionDuration));
  expect(await slides()).toBe(0.1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await slides()).toBeLessThanOrEqual(0.001);
  const moving = await page.evaluate(() => {
    const long = (text: string) => text.split(',').some((part) => Number.parseFloat(part) > (part.includes('ms') ? 1 : 0.001));
    return [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName, animationDuration, scrollBehavior } = getComputedStyle(element);
      return long(transitionDuration) || (animationName !== 'none' && long(animationDuration)) || scrollBehavior === 'smooth';
    }).length;
  });
  expect(moving).toBe(0);
  // Large, so that the amount at the foot of the page is far from its number at the head.
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Alt+=');
  await page.getByRole('combobox', { name: /invoice number/i }).focus();
  await expect(page.locator('[data-mark="/invoice_number"]')).toBeInViewport();
  const way = await page.evaluateHandle(() => {
    const frame = document.querySelector('[aria-label="Page images"]')!;
    const seen: number[] = [];
    frame.addEventListener('scroll', () => seen.push(frame.scrollTop));
    const before = frame.scrollTop;
    document.querySelector<HTMLElement>('[data-pointer="/grand_total"]')!.focus();
    return { frame, before, seen };
  });
  await expect(page.locator('[data-mark="/grand_total"]').first()).toBeInViewport();
  await expect.poll(() => way.evaluate(({ before, seen }) => seen.some((top) => top !== before))).toBe(true);
  // Where it was, then where the evidence is: no place between.
  const between = await way.evaluate(({ frame, before, seen }) => {
    const [low, high] = [Math.min(before, frame.scrollTop) + 1, Math.max(before, frame.scrollTop) - 1];
    return seen.filter((top) => top > low && top < high);
  });
  expect(between).toEqual([]);
});

test('at 200 % zoom every screen keeps its width, and what has the focus lies free', async ({ browser, baseURL, page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const address = page.url();
  // Left, so that its lock is free.
  await page.goto('/documents');
  const { items } = (await (await page.request.get('/api/schemas')).json()) as { items: { id: string; name: string }[] };
  const invoice = items.find((schema) => schema.name === 'Invoice')!.id;
  // 1440 × 900 at 200 %.
  await inWindow(browser, baseURL, { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }, async (zoomed) => {
    const lineOf = (table: string) => zoomed.getByRole('table', { name: table }).getByRole('row').nth(1);
    // Each with something that stands there once its data have come.
    const screens: [path: string, known: Locator][] = [
      ['/documents', zoomed.getByRole('row', { name: /invoice-english/ }).first()],
      ['/overview', zoomed.getByRole('link', { name: /^To review/ })],
      ['/insights', zoomed.getByRole('heading', { name: 'Insights' })],
      ['/inbox', zoomed.getByRole('heading', { name: 'Inbox' })],
      ['/queues', zoomed.getByRole('tab', { name: /^Queues\s*\d/ })],
      [`/fields?schema=${invoice}&field=grand_total`, zoomed.getByRole('gridcell').first()],
      ['/schemas', lineOf('Schemas')],
      ['/settings/account', lineOf('Your sessions')],
      ['/audit', lineOf('Audit trail')],
    ];
    for (const [path, known] of screens) {
      await zoomed.goto(path);
      await expect(known).toBeVisible();
      await expect.poll(async () => [path, await tooWide(zoomed)]).toEqual([path, 0]);
    }
    await zoomed.goto(address);
    const approve = zoomed.getByRole('button', { name: 'Approve', exact: true });
    // A lock that its tab could not give back in time is over after 45 s.
    await expect(approve).toBeInViewport({ timeout: 200_000 });
    await zoomed.getByRole('combobox', { name: /invoice number/i }).focus();
    await expect.poll(() => overFocus(zoomed)).toBeNull();
    await expect(zoomed.locator('[data-mark="/invoice_number"]').first()).toBeInViewport();
    await expect.poll(() => tooWide(zoomed)).toBe(0);
  });
});

test('a phone shows the queue, and a clean document is approved by touch', async ({ browser, baseURL, page }) => {
  await page.goto('/documents');
  const headers = { origin: new URL(page.url()).origin };
  const folder = `Phone ${Date.now()}`;
  const text = '# Invoice PH-1\n\n**Seller:** Bright Ltd\\\n**Invoice number:** PH-1\n';
  const made = await page.request.post('/api/queues', { data: { name: folder, filter: { folder } }, headers });
  expect(made.ok()).toBe(true);
  const { id: queueId } = (await made.json()) as { id: string };
  const schema = await page.request.post('/api/schemas', {
    headers,
    data: {
      name: folder,
      description: '',
      rules: [],
      fields: [{ name: 'invoice_number', type: 'string', label: 'Invoice number', description: '', required: false }],
    },
  });
  const { id: schemaId } = (await schema.json()) as { id: string };
  const query = new URLSearchParams({ name: 'phone.md', schema_id: schemaId, folder });
  const sent = await page.request.post(`/api/documents?${query}`, {
    data: Buffer.from(text),
    headers: { ...headers, 'content-type': 'text/markdown' },
  });
  const { id } = (await sent.json()) as { id: string };
  const documentAtDesk = async () =>
    ((await (await page.request.get(`/api/documents/${id}`)).json()) as { document: { state: string; open_flags: number } }).document;
  await expect.poll(async () => (await documentAtDesk()).state, { timeout: 200_000 }).toBe('to_review');
  expect((await documentAtDesk()).open_flags).toBe(0);
  try {
    await inWindow(browser, baseURL, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, async (phone) => {
      for (const path of ['/overview', '/insights', '/inbox', '/documents']) {
        await phone.goto(path);
        await expect(phone.getByRole('button', { name: /Ada Brandt/ })).toBeInViewport({ ratio: 1 });
        await expect.poll(async () => [path, await tooWide(phone)]).toEqual([path, 0]);
      }
      await phone.goto('/queues');
      const line = phone.getByRole('row', { name: new RegExp(folder) });
      await expect(line).toBeInViewport();
      await expect.poll(() => tooWide(phone)).toBe(0);
      await line
        .getByRole('button', { name: /Next|Work|Start/ })
        .first()
        .tap();
      await expect(phone).toHaveURL(new RegExp(id));
      await expect(phone.getByText('No open flags')).toBeVisible();
      await expect.poll(() => tooWide(phone)).toBe(0);
      const approve = phone.getByRole('button', { name: 'Approve', exact: true });
      await expect(approve).toBeInViewport();
      const { width, height } = (await approve.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      await approve.tap();
      await expect.poll(async () => (await documentAtDesk()).state).toBe('approved');
    });
  } finally {
    for (const path of [`/api/queues/${queueId}`, `/api/schemas/${schemaId}`])
      expect((await page.request.delete(path, { headers })).ok()).toBe(true);
  }
});

test('key hints that do not fit on their line are left out whole', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const hints = page.getByText('Enter accept, next flag').locator('xpath=..');
  for (const width of [1440, 1024, 800]) {
    await page.setViewportSize({ width, height: 768 });
    const isWhole = () =>
      hints.evaluate((line) => {
        const frame = line.getBoundingClientRect();
        const inside = [...line.children].map((child) => child.getBoundingClientRect()).filter(({ top }) => top < frame.bottom - 4);
        return inside.length >= 2 && inside.every(({ right }) => right <= frame.right);
      });
    await expect.poll(isWhole, `at ${width} pixels`).toBe(true);
  }
});

test('a value and its place on the page light up together, whichever the mouse is over', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const mark = page.locator('[data-mark="/due_date"]').first();
  const row = page.getByRole('listitem').filter({ has: page.locator('[data-pointer="/due_date"]') });
  await expect(mark).not.toHaveClass(/border-evidence-focus/);
  await row.hover();
  await expect(mark).toHaveClass(/border-evidence-focus/);
  await page.mouse.move(2, 2);
  await expect(mark).not.toHaveClass(/border-evidence-focus/);
  await expect(row).not.toHaveClass(/bg-hover/);
  await mark.hover();
  await expect(row).toHaveClass(/bg-hover/);
});

test('what shows only an icon says its name and key on hover and on keyboard focus, until Esc', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const larger = page.getByRole('toolbar', { name: 'Pages' }).getByRole('button', { name: 'Zoom in', exact: true });
  const tip = page.getByRole('tooltip');
  // The tips come while the browser is idle.
  await expect(async () => {
    await page.mouse.move(2, 2);
    await larger.hover();
    await expect(tip).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(tip).toContainText('Zoom in');
  await expect(tip.locator('kbd')).not.toHaveCount(0);
  await page.mouse.move(2, 2);
  await expect(tip).toHaveCount(0);
  await larger.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(larger).toBeFocused();
  await expect(tip).toContainText('Zoom in');
  const box = (await tip.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
});
