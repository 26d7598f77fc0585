import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import {
  type AutomaticApproval,
  automaticApprovalSchema,
  type FieldLimit,
  saveAutomaticApprovalSchema,
} from '#lib/contract/desk/automatic-approval.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { AutomaticApprovalPart } from './automatic-approval-part.tsx';

const limit = (field: string, change: Partial<FieldLimit> = {}): FieldLimit => ({
  field,
  label: field,
  threshold: 0.92,
  documents: 400,
  errors: 2,
  bound: 0.0157,
  may_be_empty: false,
  flagged_below: 0.85,
  missing: null,
  ...change,
});
const HELD = [
  { document_id: '00000000-0000-4000-8000-000000000001', name: 'late.pdf' },
  { document_id: '00000000-0000-4000-8000-000000000002', name: 'later.pdf' },
];
const APPROVAL: AutomaticApproval = {
  schema_id: 'invoice',
  settings: { on: false, error_rate: 0.02, sample_percent: 10 },
  stopped: null,
  paused: null,
  evidence_since: '2026-03-01',
  fields: [limit('Number'), limit('Due date', { threshold: null, documents: 106, errors: 0, missing: 43, bound: 0.0279 })],
  trial: {
    documents: 100,
    approved: 62,
    values: 868,
    wrong: 3,
    flagged: 21,
    held: { 'Due date': 17 },
    held_documents: { 'Due date': HELD },
  },
  samples: { documents: 0, values: 0, errors: 0, waiting: 0, reopened: 0 },
  approved: 0,
  reopened: 0,
};

async function open(change: Partial<AutomaticApproval> = {}, role: Role = 'schema_owner') {
  let approval = { ...APPROVAL, ...change };
  const asked: (string | null)[] = [];
  const saved: unknown[] = [];
  onRequest('GET /api/schemas/:id/automatic-approval', (request) => {
    asked.push(request.query.get('error_rate'));
    return json(automaticApprovalSchema, approval);
  });
  onRequest('PUT /api/schemas/:id/automatic-approval', (request) => {
    const body = request.json(saveAutomaticApprovalSchema);
    saved.push(body);
    const { was_on: _seen, ...settings } = body;
    approval = { ...approval, settings, stopped: null };
    return json(automaticApprovalSchema, approval);
  });
  const { screen } = await renderInApp(
    <NuqsTestingAdapter hasMemory>
      <CurrentUserContext value={{ id: 'u1', name: 'Ada', email: 'ada@example.org', role }}>
        <AutomaticApprovalPart schemaId="invoice" schemaName="Invoice" />
      </CurrentUserContext>
    </NuqsTestingAdapter>,
  );
  return { screen, asked, saved };
}

test('it says how it would have gone, what each field lacks, and asks before it is switched on', async () => {
  const { screen, saved } = await open();
  const words = 'Of the last 100 approved documents, 62 would have approved themselves. 3 of their 868 values were changed by a person.';
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /Due date/ }))
    .toHaveTextContent(
      'needs 43 more documents in which it is right at 85 % or more–106 documents–a person looks17 documents held back by Due date',
    );
  await expect.element(screen.getByRole('row', { name: /Number/ })).toHaveTextContent('Number92 %400 documents1.57 %a person looks–');
  expect(await commands.axeInPage()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Switch on …' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Switch on automatic approval?' });
  await expect.element(dialog.getByText(words)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Switch on' }));
  await expect.poll(() => saved).toEqual([{ on: true, error_rate: 0.02, sample_percent: 10, was_on: false }]);
  await expect.element(screen.getByRole('button', { name: 'Switch off' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Switch off' }));
  await expect.poll(() => saved.at(-1)).toEqual({ on: false, error_rate: 0.02, sample_percent: 10, was_on: true });
  // what is asked for anew has come
  await expect.element(screen.getByRole('button', { name: 'Switch on …' })).toBeVisible();
});

test('what a field holds back opens to the documents to look at, each at the field, and the columns are explained by a press', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('button', { name: '17 documents held back by Due date' })).toBeVisible();
  screen.getByRole('button', { name: '17 documents held back by Due date' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const links = screen.getByRole('list', { name: 'Documents that Due date holds back' }).getByRole('link');
  await expect
    .element(links.nth(0))
    .toHaveAttribute('href', '/documents/00000000-0000-4000-8000-000000000001?from=insights&field=%2FDue%20date');
  await expect.element(links.nth(1)).toHaveTextContent('later.pdf');
  await expect.element(screen.getByText('Only the 2 approved last are listed.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'What the columns say' }));
  await expect.element(screen.getByText(/^Of the last approved documents: those in which this field would have needed/)).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
});

test('switched on while no field is proved, it says that no document passes yet, and why', async () => {
  const lacking = { threshold: null, missing: 43 };
  const { screen } = await open({
    fields: [limit('Number', lacking), limit('Due date', lacking), limit('Note', { threshold: null, may_be_empty: true })],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Switch on …' }));
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog.getByText(/when these show that a field is wrong in more than 2 % of documents/)).toBeVisible();
  await expect.element(dialog.getByText('No document passes yet: 2 of 3 fields have too little evidence.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Switch on' }));
  await expect.element(screen.getByText('Switched on. No document passes yet: 2 of 3 fields have too little evidence.')).toBeVisible();
  await expect.element(screen.getByText('No document passes yet: 2 of 3 fields have too little evidence.', { exact: true })).toBeVisible();
});

test('once every field is proved, documents that pass approve themselves', async () => {
  const { screen } = await open({ fields: [limit('Number')] });
  await userEvent.click(screen.getByRole('button', { name: 'Switch on …' }));
  await userEvent.click(screen.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }));
  await expect.element(screen.getByText('Documents of Invoice that pass approve themselves')).toBeVisible();
});

test('another error rate is tried before anything is saved, and kept when it is switched on', async () => {
  const { screen, asked, saved } = await open();
  await userEvent.click(screen.getByRole('button', { name: /A field may be wrong in/ }));
  await userEvent.click(screen.getByRole('option', { name: '5 % of documents', exact: true }));
  await expect.poll(() => asked).toEqual([null, '0.05']);
  expect(saved).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Switch on …' }));
  await userEvent.click(screen.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }));
  await expect.poll(() => saved).toEqual([{ on: true, error_rate: 0.05, sample_percent: 10, was_on: false }]);
});

test('that it switched itself off is said with what the samples showed', async () => {
  const { screen } = await open({ stopped: { at: '2026-03-12T10:00:00.000Z', field: 'Due date', values: 60, errors: 5 } });
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(
      'It switched itself off. In quality samples, Due date was wrong in 5 of 60 documents (8.3 %). You accept 2 % of documents.',
    );
});

test('while it is paused it says why, and samples to check are one click away', async () => {
  const settings = { ...APPROVAL.settings, on: true };
  const samples = { documents: 4, values: 56, errors: 1, waiting: 3, reopened: 2 };
  const { screen } = await open({ settings, samples, paused: 'samples_wait', approved: 31, reopened: 1 });
  await expect.element(screen.getByText(/A quality sample has waited for more than 14 days/)).toBeVisible();
  await expect.element(screen.getByText('31, 1 reopened')).toBeVisible();
  await expect.element(screen.getByText('1 of 56 fields')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '3' })).toHaveAttribute('href', '/queues?tab=quality-samples');
});

test('who may only look can try rates and cannot switch it on', async () => {
  const { screen } = await open({}, 'reviewer');
  await expect.element(screen.getByRole('button', { name: /A field may be wrong in/ })).toBeEnabled();
  await expect.element(screen.getByRole('button', { name: /Go to quality samples/ })).toBeDisabled();
  expect(screen.getByRole('button', { name: /Switch/ }).elements()).toEqual([]);
});
