import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { LearnedTab } from '#components/schemas/learned/learned-tab.tsx';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest, text } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { deploymentChoiceSchema } from '#lib/contract/desk/deployment.ts';
import { type Learned, type LearnedDocument, type LearnedLayout, learnedSchema } from '#lib/contract/desk/learned.ts';
import { importedPartSchema } from '#lib/contract/desk/schemas/memory-file.ts';
import { listSchemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const taught = (number: number, change: Partial<LearnedDocument> = {}): LearnedDocument => ({
  remote_id: idOf(number),
  document_id: idOf(1000 + number),
  imported: false,
  name: `invoice-${number}.pdf`,
  status: 'completed',
  problem: null,
  approved_by: number % 2 ? 'Ann Lee' : 'Ben Okoro',
  approved_at: '2026-03-12T10:21:00.000Z',
  value_count: 9,
  ...change,
});
const layout = (number: number, documents: LearnedDocument[], change: Partial<LearnedLayout> = {}): LearnedLayout => ({
  id: idOf(500 + number),
  parties: [`Party ${number}`],
  picture_of: documents[0]?.document_id ?? null,
  document_count: documents.length,
  documents,
  hits: { proposed: 0, right: 0 },
  ...change,
});
const LEARNED: Learned = {
  learns: true,
  hits: { proposed: 45, right: 42 },
  hits_of_newest: null,
  places: [
    {
      deployment: { id: 'embedded', name: 'Embedded service' },
      layouts: [
        layout(
          1,
          [
            taught(1),
            taught(2),
            taught(3, { document_id: null, name: 'theirs.pdf' }),
            taught(7, { document_id: null, imported: true, name: 'brought.pdf' }),
          ],
          {
            parties: ['Larch & Sons Joinery'],
            hits: { proposed: 43, right: 41 },
          },
        ),
        layout(2, [taught(4)], { parties: [], picture_of: null }),
      ],
      unlearned: [taught(5, { status: 'pending' }), taught(6, { status: 'failed', problem: 'The document was removed.' })],
      forgetting: 0,
      second_checks: { documents: 0, errors: 0, caught: 0 },
      is_cut: false,
      problem: null,
    },
  ],
};

/** @param answers what is learned at first, and after each time that something was forgotten; the last one stays. The tab asks by itself, too. */
async function open(answers: Learned[], role: Role = 'schema_owner') {
  const forgotten: string[] = [];
  onRequest('GET /api/deployments/choices', () => json(z.object({ items: z.array(deploymentChoiceSchema) }), { items: [] }));
  onRequest('GET /api/schema-settings', () => json(listSchemaSettingsSchema, { items: [] }));
  onRequest('GET /api/schemas/:id/learned', () => json(learnedSchema, answers[Math.min(forgotten.length, answers.length - 1)]!));
  onRequest('DELETE /api/schemas/:id/learned', ({ query }) => {
    forgotten.push(query.toString());
    return { status: 204, type: 'text/plain', body: '' };
  });
  onRequest('GET /api/documents/:id/pages/1/image', () =>
    text('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="110"/>', 'image/svg+xml'),
  );
  const user = { id: 'u', name: 'Ada', email: 'a@example.org', role };
  const { screen } = await renderInApp(
    <CurrentUserContext value={user}>
      <LearnedTab schemaId="schema-invoice" />
    </CurrentUserContext>,
  );
  return { screen, forgotten };
}

test('layouts stand with whom they are from, how many documents taught them, and how often they were right', async () => {
  const { screen } = await open([LEARNED]);
  await expect.element(screen.getByText('5 approved documents in 2 layouts. 42 of 45 proposed values were right.')).toBeVisible();
  const items = screen.getByRole('listitem');
  expect(items.elements()).toHaveLength(2);
  await expect.element(items.first()).toHaveTextContent(/Larch & Sons Joinery/);
  await expect.element(items.first()).toHaveTextContent(/4 approved documents · last approved by Ann Lee/);
  await expect.element(items.first()).toHaveTextContent(/41 of 43 values right/);
  // no field names a party: the document's name
  await expect.element(items.last()).toHaveTextContent(/invoice-4\.pdf/);
  await expect.element(items.last()).toHaveTextContent(/Not used yet/);
  await expect.element(screen.getByText('1 document is being learned.')).toBeVisible();
  await expect.element(screen.getByRole('table', { name: 'Could not be learned from' })).toHaveTextContent(/The document was removed\./);
  expect(await commands.axeInPage()).toEqual([]);
});

test('a layout opens to its documents, by keyboard, and one of them is forgotten after a question', async () => {
  const after: Learned = {
    ...LEARNED,
    places: [{ ...LEARNED.places[0]!, unlearned: [], layouts: [layout(1, [taught(2)], { parties: ['Larch & Sons Joinery'] })] }],
  };
  const { screen, forgotten } = await open([LEARNED, after]);
  const head = screen.getByRole('button', { name: 'Larch & Sons Joinery', exact: true });
  await expect.element(head).toHaveAttribute('aria-expanded', 'false');
  head.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(head).toHaveAttribute('aria-expanded', 'true');
  const documents = screen.getByRole('table', { name: /^Documents of the layout/ });
  await expect.element(documents).toBeVisible();
  expect(
    documents
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual([`/documents/${idOf(1001)}`, `/documents/${idOf(1002)}`]);
  await expect.element(documents).toHaveTextContent(/theirs\.pdf · from another program/);
  await expect.element(documents).toHaveTextContent(/brought\.pdf · imported/);
  expect(await commands.axeInPage()).toEqual([]);
  screen.getByRole('button', { name: 'Forget this document: invoice-1.pdf' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('alertdialog', { name: 'Forget invoice-1.pdf?' });
  await expect.element(dialog).toHaveTextContent(/Later documents get no proposals from it\. The document and its approval stay\./);
  // Enter means no where something is lost
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(forgotten).toEqual([]);
  await screen.getByRole('button', { name: 'Forget this document: invoice-1.pdf' }).click();
  await dialog.getByRole('button', { name: 'Forget this document' }).click();
  await expect.element(screen.getByText('Forgotten')).toBeVisible();
  expect(forgotten).toEqual([`scope=document&deployment_id=embedded&remote_id=${idOf(1)}`]);
  await expect.element(screen.getByText('invoice-1.pdf')).not.toBeInTheDocument();
  // what was pressed is gone; the keyboard goes on in the tab
  const part = screen.getByRole('region', { name: 'Layouts' }).element();
  await expect.poll(() => document.activeElement !== document.body && document.activeElement?.contains(part)).toBe(true);
});

test('a layout and everything are forgotten after a question; what is refused is told', async () => {
  const { screen, forgotten } = await open([LEARNED]);
  const dialog = (name: string) => screen.getByRole('alertdialog', { name, exact: true });
  await screen.getByRole('button', { name: 'Forget layout: Larch & Sons Joinery' }).click();
  await dialog('Forget the layout of Larch & Sons Joinery?').getByRole('button', { name: 'Forget layout' }).click();
  await expect.poll(() => forgotten).toEqual([`scope=layout&deployment_id=embedded&layout_id=${idOf(501)}`]);
  await expect.element(dialog('Forget the layout of Larch & Sons Joinery?')).not.toBeInTheDocument();
  onRequest('DELETE /api/schemas/:id/learned', () =>
    json(problemSchema, { type: 'about:blank', title: 'Not now', status: 503, code: 'unavailable', detail: 'Try again soon.' }, 503),
  );
  await screen.getByRole('button', { name: 'Forget everything' }).click();
  await dialog('Forget everything?').getByRole('button', { name: 'Forget everything' }).click();
  await expect.element(screen.getByText('Try again soon.')).toBeVisible();
});

test('memory is exported as a file, and imported in a dialog', async () => {
  const { screen } = await open([LEARNED]);
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items: [] }));
  const link = screen.getByRole('link', { name: 'Export memory' });
  await expect.element(link).toHaveAttribute('href', '/api/schemas/schema-invoice/memory');
  await expect.element(link).toHaveAttribute('download');
  await screen.getByRole('button', { name: 'Import memory' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Import memory' })).toHaveTextContent(/what a schema has learned/);
});

test('what the first import of a schema came to stays in view when the tab has something to show', async () => {
  const nothing: Learned = { learns: true, places: [], hits: { proposed: 0, right: 0 }, hits_of_newest: null };
  const { screen } = await open([nothing]);
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items: [] }));
  onRequest('POST /api/schemas/:id/memory', () => {
    onRequest('GET /api/schemas/:id/learned', () => json(learnedSchema, LEARNED));
    return json(importedPartSchema, { deployment: { id: 'embedded', name: 'Embedded service' }, imported: 1, known: 0, unusable: 0 });
  });
  await screen.getByRole('button', { name: 'Import memory' }).click();
  const header = { format: 'countersign-memory', version: 1, exported_at: '2026-03-12T10:21:00.000Z' };
  const schema = { name: 'Invoice', fields: [{ name: 'number', type: 'string' }] };
  const lines = [{ ...header, schema }, { document_name: 'a.pdf' }, { end: true, examples: 1 }];
  const files = new DataTransfer();
  files.items.add(new File([lines.map((line) => `${JSON.stringify(line)}\n`).join('')], 'invoice.memory.jsonl'));
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const dialog = screen.getByRole('dialog', { name: 'Import memory' });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.element(screen.getByText('Larch & Sons Joinery')).toBeInTheDocument();
  await expect.element(dialog).toHaveTextContent(/1 approved document imported at Embedded service\. It teaches in a moment\./);
});

test('people who may not edit the schema look and do not forget', async () => {
  const { screen } = await open([LEARNED], 'viewer');
  await expect.element(screen.getByText('Larch & Sons Joinery')).toBeVisible();
  await screen.getByRole('button', { name: 'Larch & Sons Joinery' }).click();
  await expect.element(screen.getByRole('table', { name: /^Documents of the layout/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Forget|memory/ }).elements()).toEqual([]);
  expect(screen.getByRole('link', { name: 'Export memory' }).elements()).toEqual([]);
});

const NOTHING: Learned = { learns: true, places: [], hits: { proposed: 0, right: 0 }, hits_of_newest: null };

test('where nothing was learned the tab says how that begins, or that it is switched off', async () => {
  const first = await open([NOTHING]);
  await expect.element(first.screen.getByRole('heading', { name: 'Nothing learned yet' })).toBeVisible();
  await expect.element(first.screen.getByText('Approve a document and the next one of its layout comes with its values.')).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
  await first.screen.unmount();
  const { screen } = await open([{ ...NOTHING, learns: false }]);
  await expect.element(screen.getByRole('link', { name: 'Settings, Approval and quality' })).toHaveAttribute('href', '/settings/approval');
});

test('a deployment that could not be asked says so, and hit rates say what they are counted over', async () => {
  const place = { ...LEARNED.places[0]!, layouts: [], unlearned: [], forgetting: 2, problem: 'The document service cannot be reached.' };
  const { screen } = await open([{ ...LEARNED, hits_of_newest: 500, places: [place] }]);
  await expect.element(screen.getByText('Embedded service could not be asked what it has learned')).toBeVisible();
  await expect.element(screen.getByText('2 documents are being forgotten.')).toBeVisible();
  await expect.element(screen.getByText('Counted over the newest 500 approved documents.')).toBeVisible();
});

const checked = (documents: number, errors: number, caught: number): Learned => ({
  ...LEARNED,
  places: LEARNED.places.map((place) => ({ ...place, second_checks: { documents, errors, caught } })),
});

test.each([
  [
    0,
    0,
    0,
    'No quality sample tells yet how many errors approvals miss. Until one does, every approval counts as if each value had been looked at.',
  ],
  [1, 0, 0, '1 quality sample found no errors: not enough yet to say how many errors approvals miss where nobody looks at each value.'],
  [
    12,
    3,
    2,
    '12 quality samples found only 3 errors: not enough yet to say how many errors approvals miss where nobody looks at each value. Until then it is estimated with care: values that nobody touched count for less.',
  ],
  [
    55,
    40,
    27,
    'Approvals catch about 69 % of the errors where nobody looks at each value (27 of 40 errors in 55 quality samples; 95 % confidence: 52–80 %). So values that nobody touched count for less.',
  ],
  [
    55,
    40,
    40,
    'Approvals catch about 100 % of the errors where nobody looks at each value (40 of 40 errors in 55 quality samples; 95 % confidence: 91–100 %).',
  ],
  [500, 400, 399, 'Approvals catch about 99 % of the errors'],
])('the tab says how many errors approvals catch: %i samples with %i errors, %i caught', async (documents, errors, caught, words) => {
  const { screen } = await open([checked(documents, errors, caught)]);
  await expect.element(screen.getByText(words)).toBeVisible();
  const isSaid = screen.getByText(/values that nobody touched count for less/).query() !== null;
  expect(isSaid).toBe(caught < errors);
});
