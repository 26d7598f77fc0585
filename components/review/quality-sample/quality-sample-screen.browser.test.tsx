import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { createStandInDocument } from '#components/testing/stand-in-document.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import {
  type CheckSample,
  checkSampleSchema,
  type EnteredValue,
  type SaveQualitySample,
  sampleCheckSchema,
  saveQualitySampleSchema,
} from '#lib/contract/desk/quality-sample.ts';
import { valueAt } from '#lib/document/values/value-at.ts';
import { QualitySampleScreen } from './quality-sample-screen.tsx';

/** The invoice as the desk gives it to who is to enter its values: single ones are null but for those shown. */
function withhold(detail: DeskDocumentDetail, shown: ReadonlySet<string>): DeskDocumentDetail {
  const withheld: string[] = [];
  const fields = Object.entries(detail.fields ?? {}).map(([name, entry]) => {
    if (Array.isArray(entry) || shown.has(entry.pointer)) return [name, entry];
    withheld.push(entry.pointer);
    return [name, { ...entry, value: null, text: null, confidence: null, evidence: [], candidates: [], machine_flags: [] }];
  });
  return { ...detail, approval: null, flags: [], fields: Object.fromEntries(fields), withheld };
}

/** Opens the approved invoice, or another document, as a quality sample. @param before what was entered at an earlier visit */
async function open(before: EnteredValue[] | null = null, content = { schema: INVOICE_SCHEMA, result: INVOICE_RESULT }) {
  const desk = createStandInDocument({ ...content, pages: INVOICE_PAGES });
  const detail = desk.detail();
  const approved: DeskDocumentDetail = {
    ...detail,
    document: { ...detail.document, state: 'approved' },
    approval: { actor: { id: 'person-2', name: 'Ben Approver' }, at: '2026-01-05T10:00:00.000Z', signed_off_flags: 0 },
  };
  const asked: CheckSample[] = [];
  const shown = new Set<string>();
  let entered = before;
  onRequest('POST /api/queues/quality-samples/:id/check', (request) => {
    const body = request.json(checkSampleSchema);
    asked.push(body);
    for (const pointer of body.shown ?? []) shown.add(pointer);
    entered ??= body.entered ?? null;
    const differs = (entered ?? []).flatMap(({ pointer, value }) =>
      valueAt(detail.fields ?? {}, pointer)?.value === value ? [] : [pointer],
    );
    return json(sampleCheckSchema, { detail: entered ? approved : withhold(approved, shown), entered, differs });
  });
  const saved: SaveQualitySample[] = [];
  onRequest('PUT /api/queues/quality-samples/:id', (request) => {
    saved.push(request.json(saveQualitySampleSchema));
    return { status: 204, type: 'text/plain', body: '' };
  });
  const { screen, visited } = await renderInApp(<QualitySampleScreen documentId={detail.document.id} />);
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  if (!before) await expect.element(field('Invoice number')).toBeVisible();
  const left = (words: string | RegExp) => expect.element(screen.getByText(words)).toBeVisible();
  /** What the focus is on, by its label. */
  const focus = () => document.activeElement?.getAttribute('aria-label');
  return { screen, asked, saved, visited, field, left, focus };
}

/** Enters all single values by keyboard, from the first one on. */
async function enterAll(values: readonly string[]) {
  for (const value of values) {
    if (value) await userEvent.keyboard(value.replaceAll('{', '{{'));
    await userEvent.keyboard('{Enter}');
  }
}

test('values are entered by keyboard while the approved ones are withheld, and what differs is decided afterwards', async () => {
  const { screen, asked, saved, visited, field, left, focus } = await open();
  await left('16 of 16 left');
  expect(document.body.textContent).not.toContain('Ben Approver');
  for (const name of ['Invoice number', 'Invoice date', 'Total']) await expect.element(field(name)).toHaveValue('');
  expect(document.querySelectorAll('[data-mark="/number"]')).toHaveLength(0);
  expect(await commands.axeInPage()).toEqual([]);

  await expect.element(field('Invoice number')).toHaveFocus();
  await enterAll(['2026-117', '2026-04-03', 'Elm Works', '', '', '', '170']);
  await left('9 of 16 left');
  expect(focus()).toBe('Approved Lines, row 1, Description is right');
  for (let cell = 0; cell < 9; cell += 1) await userEvent.keyboard('{Enter}');
  await left('Ready to compare');
  await expect.element(screen.getByRole('button', { name: 'Compare' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');

  await left('1 of 1 to decide');
  expect(asked.flatMap(({ entered }) => entered ?? [])).toEqual([
    { pointer: '/number', value: '2026-117' },
    { pointer: '/issued', value: '2026-04-03' },
    { pointer: '/supplier', value: 'Elm Works' },
    { pointer: '/order', value: null },
    { pointer: '/paid', value: null },
    { pointer: '/kind', value: null },
    { pointer: '/total', value: 170 },
  ]);
  await expect.element(screen.getByText('You entered Elm Works')).toBeVisible();
  await expect.poll(() => document.activeElement?.tagName).toBe('LI');
  await userEvent.tab();
  expect(focus()).toBe('Approved Supplier is right');
  expect(saved).toEqual([]);
  expect(await commands.axeInPage()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Approved Supplier is wrong' }));
  await expect.element(field('Correct value of Supplier')).toHaveValue('Elm Works');
  await userEvent.keyboard(' Ltd');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await expect.poll(() => visited).toEqual(['/queues?tab=quality-samples']);
  expect(saved).toHaveLength(1);
  expect(saved[0]?.fields).toHaveLength(10);
  expect(saved[0]?.fields.slice(0, 2)).toEqual([
    { pointer: '/supplier', agrees: false, right: 'Elm Works Ltd' },
    { pointer: '/lines/0/text', agrees: true },
  ]);
});

test('a value that was shown instead of entered is judged, and not entered', async () => {
  const { screen, asked, saved, field, left, focus } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Show Total' }));
  await expect.poll(focus).toBe('Approved Total is right');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(field('Invoice number'));
  await enterAll(['2026-117', '2026-04-03', '', '', '', '']);
  for (let cell = 0; cell < 9; cell += 1) await userEvent.keyboard('{Enter}');
  await left('Ready to compare');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.fields.filter(({ agrees }) => !agrees)).toEqual([]);
  expect(saved[0]?.fields.map(({ pointer }) => pointer)).toContain('/total');
  expect(asked).toEqual([{}, { shown: ['/total'] }, { entered: expect.any(Array) }]);
  expect(asked[2]?.entered?.map(({ pointer }) => pointer)).toEqual(
    ['number', 'issued', 'supplier', 'order', 'paid', 'kind'].map((name) => `/${name}`),
  );
});

test('a person who misread says that the approved value is right, and what they entered is kept', async () => {
  const { screen, saved, field, left } = await open();
  await userEvent.click(field('Invoice number'));
  await enterAll(['2026-711', '2026-04-03', '', '', '', '', '170']);
  for (let cell = 0; cell < 9; cell += 1) await userEvent.keyboard('{Enter}');
  await left('Ready to compare');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await left('1 of 1 to decide');
  await expect.element(screen.getByText('Approved 2026-117')).toBeVisible();
  await expect.poll(() => document.activeElement?.tagName).toBe('LI');
  await userEvent.keyboard('{Enter}');
  await left('1 of 1 to decide');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await left('1 decided');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => saved[0]?.fields[0]).toEqual({ pointer: '/number', agrees: true });
});

test('who entered the values and comes back later decides what differs, and judges the cells', async () => {
  const { screen, saved, left } = await open([
    { pointer: '/number', value: '2026-711' },
    { pointer: '/issued', value: '2026-04-03' },
  ]);
  await left('15 of 15 to decide');
  await expect.element(screen.getByText('You entered 2026-711')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Approved Invoice date is right' })).not.toBeInTheDocument();
  for (const button of await screen.getByRole('button', { name: /is right$/ }).all()) await userEvent.click(button);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => saved[0]?.fields.length).toBe(15);
  expect(saved[0]?.fields.map(({ pointer }) => pointer)).not.toContain('/issued');
});

const COUNT = 16;
const names = Array.from({ length: COUNT }, (_, at) => (at === 0 ? 'Invoice number' : `Note ${at}`));
/** More values than fit in the window. */
const MANY_TEXTS = {
  schema: { ...INVOICE_SCHEMA, rules: [], fields: names.map((label, at) => ({ ...INVOICE_SCHEMA.fields[0]!, name: `text_${at}`, label })) },
  result: { ...INVOICE_RESULT, fields: Object.fromEntries(names.map((_, at) => [`text_${at}`, INVOICE_RESULT.fields.number!])) },
};

/** Its first and its last line are in the window, and nothing is above them. */
function isWhollySeen(element: Element): boolean {
  const { left, top, bottom } = element.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 20, y)));
}

test.each([
  [1440, 900],
  [390, 844],
])(
  'once the values are compared, the sentence on it stays in view, and hides no line that has the focus, at %i × %i',
  async (width, height) => {
    await page.viewport(width, height);
    try {
      const { screen, left } = await open(null, MANY_TEXTS);
      await enterAll(Array.from({ length: COUNT }, () => 'other'));
      await left('Ready to compare');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      const sentence = screen.getByText(/^What you entered differs/);
      const expectInView = async () => {
        await expect.poll(() => isWhollySeen(sentence.element()), { timeout: 5000 }).toBe(true);
        await expect.poll(() => isWhollySeen(document.activeElement!.closest('li')!), { timeout: 5000 }).toBe(true);
      };
      await left(`${COUNT} of ${COUNT} to decide`);
      await expect.poll(() => document.activeElement?.tagName).toBe('LI');
      await expectInView();
      // also where the list is scrolled to its end
      screen
        .getByRole('button', { name: `Approved Note ${COUNT - 1} is right`, exact: true })
        .element()
        .focus();
      await expectInView();
    } finally {
      await page.viewport(1280, 800);
    }
  },
);
