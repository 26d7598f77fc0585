// npm run pictures: starts the built product with the samples and photographs every screen, light and dark, at 1440×900 and
// 1024×768 (lists and review at 390×844 too), into screenshots/. The few that the documentation shows go to docs/pictures/.
// npm run pictures -- --walk: only the one-minute walk of README.md and the Enter path of docs/review.md.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { findPort } from './pictures/find-port.mjs';
import { launchBrowser } from './pictures/launch-browser.mjs';
import { until } from './pictures/until.mjs';

const SIZES = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1024', width: 1024, height: 768 },
];
const DOCUMENTED = {
  'review-invoice-german-1440-light.png': 'review-light.png',
  'queues-1440-light.png': 'queues.png',
  'one-field-1440-light.png': 'one-field.png',
  'settings-people-1440-light.png': 'people.png',
  'split-1440-light.png': 'split.png',
  'which-kind-1440-light.png': 'which-kind.png',
  'summary-1440-light.png': 'summary.png',
  'table-1440-light.png': 'table.png',
};
/** The one of e2e/start-desk.mjs. */
const SET_UP_TOKEN = 'e2e-set-up-token-0123456789';
const ACCOUNT = { name: 'Ada Brandt', email: 'ada@example.org', password: 'correct horse battery' };

/** The one-minute walk: open, see why, type, approve. */
async function takeWalk(page, address) {
  const shoot = async (name) => {
    await page.waitForTimeout(600);
    await page.screenshot({ path: path.join('docs/pictures', `walk-${name}.png`) });
  };
  await page.setViewportSize({ width: 1200, height: 720 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(address);
  await page.locator('[data-pointer]:focus').waitFor();
  // The picture, and what the screen fetches while idle.
  await page.waitForTimeout(4000);
  await shoot('1-open');
  await page.keyboard.press('Alt+w');
  await page.getByRole('dialog').waitFor();
  await shoot('2-why');
  await page.keyboard.press('Escape');
  const buyer = page.getByRole('combobox', { name: 'Buyer', exact: true });
  await buyer.fill('stadt');
  await page.getByRole('option').first().waitFor();
  await shoot('3-type');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  const signOff = page.getByRole('button', { name: 'Approve anyway' });
  const approved = page.getByText(/ is approved$/);
  await signOff.or(approved).first().waitFor();
  if (await signOff.isVisible()) await signOff.click();
  await approved.first().waitFor();
  await shoot('4-next');
}

/** What Enter comes to and what it never does: a flag within a table, an approval with open flags, a refusal. */
async function takeEnterPath(page, address) {
  const shoot = async (name) => {
    await page.waitForTimeout(800);
    await page.screenshot({ path: path.join('docs/pictures', `enter-${name}.png`) });
  };
  await page.goto(address);
  await page.locator('[data-pointer]:focus').waitFor();
  const cell = page.locator('[role=gridcell]:focus-within, [role=gridcell]:focus');
  for (let step = 0; step < 30 && (await cell.count()) === 0; step += 1) {
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
  }
  await cell.waitFor();
  await shoot('1-rows');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Approve anyway' }).waitFor();
  await shoot('2-sign-off');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('dialog', { name: 'Reject the document' }).getByRole('textbox').fill('Not addressed to us');
  await shoot('3-reject');
}

/** A cell of a table in focus, then the pages small beside it. */
async function takeTable(page, address, shoot) {
  await page.goto(address);
  await page.getByRole('gridcell').nth(8).click();
  await page.waitForTimeout(800);
  await shoot('table');
  await page.keyboard.press('Alt+t');
  await page.getByRole('tab', { name: 'Pages' }).waitFor();
  await page.waitForTimeout(800);
  await shoot('small-pages');
  await page.keyboard.press('Alt+t');
}

async function openSummary(page) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Summary' }).click();
  await page.getByRole('dialog', { name: 'Summary' }).waitFor();
}

/** A mail with a text attached to it. */
function mailWith(text) {
  return [
    'From: Wanda <wanda@example.org>',
    'To: orders@example.org',
    'Subject: Our order',
    'Date: Mon, 2 Mar 2026 09:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Good morning, our order is attached. Please confirm the delivery date.',
    '--part',
    'Content-Type: text/markdown; name=order.md',
    'Content-Disposition: attachment; filename=order.md',
    '',
    text,
    '--part--',
    '',
  ].join('\r\n');
}

/** The bytes of a PDF that holds several samples one after the other. */
async function makeStack(files) {
  const outfile = path.resolve('dist/make-stack.mjs');
  await build({ entryPoints: ['e2e/steps/make-stack.ts'], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return (await import(pathToFileURL(outfile).href)).makeStack(files);
}

const port = await findPort();
const base = `http://127.0.0.1:${port}`;
const desk = spawn(process.execPath, ['e2e/start-desk.mjs', String(port)], { stdio: 'inherit' });
mkdirSync('screenshots', { recursive: true });
mkdirSync('docs/pictures', { recursive: true });
const browser = await launchBrowser();
try {
  await until(async () => (await fetch(`${base}/api/health`)).ok);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const headers = { origin: base };
  const shoot = async (name) => page.screenshot({ path: path.join('screenshots', `${name}.png`) });

  await page.goto(`${base}/set-up#token=${SET_UP_TOKEN}`);
  await page.getByLabel('Name').waitFor();
  await shoot('set-up-1440-light');
  await page.request.post(`${base}/api/set-up`, { data: { ...ACCOUNT, token: SET_UP_TOKEN }, headers });
  await page.goto(`${base}/documents`);
  await page.getByRole('button', { name: /Try with samples/ }).waitFor();
  await shoot('documents-empty-1440-light');
  await page.getByRole('button', { name: /Try with samples/ }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(400);
  await shoot('samples-1440-light');

  const { items: samples } = await (await page.request.get(`${base}/api/samples`)).json();
  for (const sample of samples) await page.request.post(`${base}/api/samples/${sample.name}`, { headers });
  const list = async () => (await page.request.get(`${base}/api/documents`)).json();
  await until(async () => (await list()).items.every((document) => ['to_review', 'failed'].includes(document.state)));
  const documents = (await list()).items;
  const { items: schemas } = await (await page.request.get(`${base}/api/schemas`)).json();
  const invoice = schemas.find((schema) => schema.name === 'Invoice');

  if (!process.argv.includes('--walk')) await takeAll();
  const walked = documents.find((document) => document.name.startsWith('invoice-german'));
  await takeWalk(page, `${base}/documents/${walked.id}`);
  await takeEnterPath(page, `${base}/documents/${documents.find(({ name }) => name === 'receipt.txt').id}`);

  async function takeAll() {
    for (const body of [
      { name: 'Invoices of this week', filter: { schema_id: invoice.id }, order: 'worst' },
      { name: 'Everything, oldest first', filter: {}, order: 'oldest' },
    ]) {
      const saved = await page.request.post(`${base}/api/queues`, { data: body, headers });
      if (!saved.ok()) throw new Error(`The queue was not saved: ${await saved.text()}`);
    }
    await page.request.post(`${base}/api/invitations`, { data: { role: 'reviewer', email: 'grace@example.org', days: 7 }, headers });

    const add = async (query, data) => {
      const answer = await page.request.post(`${base}/api/documents?${query}`, { data, headers });
      return (await answer.json()).id;
    };
    const stateOf = async (id) => (await (await page.request.get(`${base}/api/documents/${id}`)).json()).document.state;
    const stack = await add('name=monday-post.pdf', await makeStack(['invoice-german.pdf', 'bank-statement.pdf', 'invoice-two-pages.pdf']));
    const note = await add(
      'name=note.txt&recognise=yes',
      'Minutes of the garden club\n\nPresent: Ines, Tom, Wanda. The roses are cut back in March. Wanda brings the ladder. Next time we meet on 4 May.\n',
    );
    const letter = await add('name=delivery.eml&recognise=yes', mailWith(readFileSync('samples/purchase-order.md', 'utf8')));
    await until(async () => (await stateOf(stack)) === 'stacked' && (await stateOf(note)) === 'unclassified');
    await until(async () => ['to_review', 'unclassified'].includes(await stateOf(letter)));
    const contract = documents.find((document) => document.name.startsWith('contract'));
    const twoPages = documents.find((document) => /two-pages/.test(document.name));
    await page.goto(`${base}/documents/${contract.id}`);
    await openSummary(page);
    await page.getByRole('button', { name: 'Summarise' }).click();
    await page.getByRole('list', { name: 'Sentences' }).waitFor({ timeout: 60_000 });

    const views = [
      ['documents', '/documents'],
      ['schemas', '/schemas'],
      ['schema', `/schemas/${invoice.id}`],
      ['audit', '/audit'],
      ['queues', '/queues'],
      ['split', `/documents/${stack}/split`],
      ['split-hint', `/documents/${stack}`],
      ['which-kind', `/documents/${note}`],
      ['mail', `/documents/${letter}`],
      ['one-field', `/fields?schema=${invoice.id}&field=grand_total`],
      ...['account', 'people', 'deployments', 'keys', 'approval', 'retention'].map((name) => [`settings-${name}`, `/settings/${name}`]),
      ...documents.map((document) => [`review-${document.name.replace(/\.\w+$/, '')}`, `/documents/${document.id}`]),
    ];
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const [name, address] of views) {
          const isVariant = name.startsWith('review-') && !/german|two-pages|receipt/.test(name);
          if (isVariant && (scheme === 'dark' || size.name === '1024')) continue;
          await page.goto(`${base}${address}`);
          await page.waitForLoadState('networkidle');
          await page.waitForTimeout(500);
          await shoot(`${name}-${size.name}-${scheme}`);
        }
        await takeTable(page, `${base}/documents/${twoPages.id}`, (name) => shoot(`${name}-${size.name}-${scheme}`));
        await page.goto(`${base}/documents/${contract.id}`);
        await openSummary(page);
        await page.getByRole('list', { name: 'Sentences' }).getByRole('button').first().click();
        await page.waitForTimeout(800);
        await shoot(`summary-${size.name}-${scheme}`);
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${base}/documents`);
    await page.waitForLoadState('networkidle');
    await shoot('documents-390-dark');
    for (const [name, address] of views.filter(([name]) => ['audit', 'settings-people', 'settings-keys'].includes(name))) {
      await page.goto(`${base}${address}`);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(500);
      await shoot(`${name}-390-dark`);
    }
    await page.goto(`${base}/documents/${documents.find((document) => /receipt/.test(document.name)).id}`);
    await page.waitForLoadState('networkidle');
    await shoot('review-390-dark');
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${base}/sign-in`);
    await page.waitForLoadState('networkidle');
    await shoot('sign-in-1440-light');
    await context.addCookies(cookies);
    for (const [from, to] of Object.entries(DOCUMENTED)) copyFileSync(path.join('screenshots', from), path.join('docs/pictures', to));
  }
} finally {
  await browser.close();
  desk.kill('SIGTERM');
}
