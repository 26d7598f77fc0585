import { expect, test } from '@playwright/test';
import sharp from 'sharp';

test.use({ storageState: { cookies: [], origins: [] } });

const FILES = {
  '/favicon.svg': 'image/svg+xml',
  '/favicon.ico': 'image/x-icon',
  '/apple-touch-icon.png': 'image/png',
  '/icon-192.png': 'image/png',
  '/icon-512.png': 'image/png',
  '/icon-maskable-192.png': 'image/png',
  '/icon-maskable-512.png': 'image/png',
  '/link-preview.png': 'image/png',
  '/manifest.webmanifest': 'application/manifest+json',
  '/robots.txt': 'text/plain',
  '/security-policy.txt': 'text/plain',
  '/.well-known/security.txt': 'text/plain',
};

test('what browsers and installers ask for is there without signing in, of its kind, and kept for a while', async ({ request }) => {
  for (const [path, type] of Object.entries(FILES)) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 200]);
    expect([path, answer.headers()['content-type']?.split(';')[0]]).toEqual([path, type]);
    expect([path, answer.headers()['cache-control']]).toEqual([path, expect.stringMatching(/^public, max-age=(3600|86400)$/)]);
    expect((await answer.body()).length).toBeGreaterThan(20);
  }
});

test('the pictures have the sizes that they are said to have', async ({ request }) => {
  const sizeOf = async (path: string) => {
    const { width, height } = await sharp(await (await request.get(path)).body()).metadata();
    return [width, height];
  };
  expect(await sizeOf('/apple-touch-icon.png')).toEqual([180, 180]);
  expect(await sizeOf('/link-preview.png')).toEqual([1200, 630]);
  const { icons } = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
  for (const { src, sizes } of icons) if (sizes !== 'any') expect([src, await sizeOf(src)]).toEqual([src, sizes.split('x').map(Number)]);
  const ico = await (await request.get('/favicon.ico')).body();
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6), ico.readUInt8(22), ico.readUInt8(38)]).toEqual([1, 3, 16, 32, 48]);
});

test('a page points to them, the policy lets them through, and nothing of the desk is told before signing in', async ({
  page,
  baseURL,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())));
  await page.goto('/documents/0190d9c0-0000-7000-8000-000000000000');
  const head = (selector: string, name: string) => page.locator(`head ${selector}`).first().getAttribute(name);
  expect(await head('link[rel=manifest]', 'href')).toBe('/manifest.webmanifest');
  expect(await head('link[rel=icon][type="image/svg+xml"]', 'href')).toBe('/favicon.svg');
  expect(await head('link[rel=apple-touch-icon]', 'href')).toBe('/apple-touch-icon.png');
  expect(await head('meta[property="og:image"]', 'content')).toBe(`${baseURL}/link-preview.png`);
  expect(await head('meta[property="og:title"]', 'content')).toBe('Countersign');
  expect(await head('meta[name=robots]', 'content')).toBe('noindex, nofollow');
  const session = await page.context().newCDPSession(page);
  await expect(page).toHaveURL(/\/sign-in/);
  // On its way to the sign-in, the page is without its links for some 20 ms: React takes those of the old page away first.
  const manifest = () => session.send('Page.getAppManifest').then(({ url, errors }) => ({ url, errors }));
  await expect.poll(manifest).toEqual({ url: `${baseURL}/manifest.webmanifest`, errors: [] });
  expect(refused).toEqual([]);
});
