import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import {
  type Night,
  type NightlyCheck,
  type NightlyRun,
  nightlyCheckSchema,
  saveNightlyCheckSchema,
} from '#lib/contract/desk/insights/nightly-check.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { NightlyCheckPart } from './nightly-check-part.tsx';

const RUN: NightlyRun = {
  ...{ started_at: '2026-03-12T02:00:10.000Z', ended_at: '2026-03-12T02:01:00.000Z', outcome: 'done' as const },
  ...{ by: null, planned: 30, done: 30, trouble: null },
};
const night = (day: number, change: Partial<Night> = {}): Night => ({
  ...{ at: `2026-03-${day}T02:00:30.000Z`, documents: 30, failed: 0, values: 60, right: 58, fell: false },
  ...change,
});
const DOCUMENT = '00000000-0000-4000-8000-000000000001';
const fee = {
  field: 'fee',
  label: 'Fee',
  type: 'money' as const,
  values: 30,
  right_before: 29,
  right_after: 20,
  gains: 1,
  losses: 10,
  found: 0,
};
const holder = { ...fee, field: 'holder', label: 'Holder', right_before: 29, right_after: 29, gains: 0, losses: 0 };
const FELL: NightlyCheck['schemas'][number] = {
  ...{ schema_id: 'permit', schema_name: 'Permit' },
  nights: [night(10), night(11), night(12, { right: 49, fell: true, failed: 1, documents: 29 })],
  latest: {
    compared: { documents: 29, since: '2026-03-11T02:00:20.000Z' },
    probability: 12 / 2048,
    before: { schema_versions: [1], engines: ['local-1'], approved: [40, 40] },
    now: { schema_versions: [2], engines: ['local-1'], approved: [44, 44] },
    fields: [holder, fee],
    changes: [
      {
        ...{ kind: 'loss' as const, field: 'fee', row: null, approved: 340, document_id: DOCUMENT },
        before: { value: 340, place: null },
        after: { value: 1, place: null },
      },
    ],
    left: 10,
    documents: [{ id: DOCUMENT, name: 'permit-1.txt', media_type: 'text/plain' }],
  },
};
const SAME: NightlyCheck['schemas'][number] = {
  ...{ schema_id: 'invoice', schema_name: 'Invoice', nights: [night(11), night(12)] },
  latest: { ...FELL.latest, fields: [holder], changes: [], left: 0, documents: [], probability: 1 },
};
const CHECK: NightlyCheck = { is_on: true, run: RUN, schemas: [SAME, FELL], closest: null };

async function open(change: Partial<NightlyCheck> = {}, { role = 'admin', isQuiet = false }: { role?: Role; isQuiet?: boolean } = {}) {
  let check = { ...CHECK, ...change };
  const saved: boolean[] = [];
  onRequest('GET /api/insights/nightly-check', () => json(nightlyCheckSchema, check));
  onRequest('PUT /api/insights/nightly-check', (request) => {
    const { is_on } = request.json(saveNightlyCheckSchema);
    saved.push(is_on);
    check = { ...check, is_on };
    return json(nightlyCheckSchema, check);
  });
  onRequest('POST /api/insights/nightly-check', () => {
    const run = { ...RUN, by: 'Ada', ended_at: null, outcome: null, done: 12, trouble: 'The document service does not answer.' };
    check = { ...check, run };
    return json(nightlyCheckSchema, check);
  });
  const { screen } = await renderInApp(
    <CurrentUserContext value={{ id: 'u1', name: 'Ada', email: 'ada@example.org', role }}>
      <NightlyCheckPart schemaId="" isQuiet={isQuiet} />
    </CurrentUserContext>,
  );
  return { screen, saved };
}

test('a fall is open, with how likely chance is, what differs, and each value that was lost', async () => {
  const { screen } = await open();
  const permit = screen.getByRole('button', { name: 'Permit Quality fell 82 % of 60 values right' });
  await expect.element(permit).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByText(/10 values that were right come out wrong, and 1 more value comes out right/)).toBeVisible();
  await expect.element(screen.getByText(/By chance that would come about in 1 in 171 checks\./)).toBeVisible();
  const differs = 'What differs from then: schema version 1 → 2; approved documents to learn from 40 → 44.';
  await expect.element(screen.getByText(differs)).toBeVisible();
  await expect.element(screen.getByText('1 document could not be extracted and is not counted.')).toBeVisible();
  await expect.element(screen.getByText('10 more changes not listed.')).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Holder' }).elements()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Fee' }));
  const link = screen.getByRole('link', { name: 'permit-1.txt' });
  await expect.element(link).toHaveAttribute('href', `/documents/${DOCUMENT}`);
  await expect.element(screen.getByRole('list', { name: 'Changes of Fee' })).toHaveTextContent('Approved340.00Before340.00After1.00');
  expect(await commands.axeInPage()).toEqual([]);
});

test('a schema without changes is one line until it is opened, and the table has every check', async () => {
  const { screen } = await open();
  const invoice = screen.getByRole('button', { name: 'Invoice As before 97 % of 60 values right' });
  await expect.element(invoice).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(invoice);
  await expect.element(screen.getByText(/every value is right or wrong as before\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show as a table: Nightly check' }));
  const rows = screen.getByRole('table', { name: 'Nightly check' }).getByRole('row');
  await expect.element(rows.nth(5)).toHaveTextContent('2026-03-12 02:00Permit2916049yes');
});

test('an admin begins a check and follows it, and switches it off', async () => {
  const { screen, saved } = await open();
  await expect.element(screen.getByText(/The last run began .* and checked 30 documents\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
  await expect.element(screen.getByText('Checking: 12 of 30 documents')).toBeVisible();
  await expect.element(screen.getByText('It waits and goes on by itself. The document service does not answer.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Check now' })).toBeDisabled();
  await userEvent.click(screen.getByRole('switch', { name: 'Check each night' }));
  await expect.poll(() => saved).toEqual([false]);
});

test('why a check did not begin is said', async () => {
  const { screen } = await open();
  const problem = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'conflict' as const,
    detail: 'There is nothing to check yet.',
  };
  onRequest('POST /api/insights/nightly-check', () => json(problemSchema, problem, 409));
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
  await expect.element(screen.getByText('There is nothing to check yet.')).toBeVisible();
});

test('others than admins see the figures and change nothing; a run that ended early says what is left', async () => {
  const { screen } = await open({ is_on: false, run: { ...RUN, outcome: 'late', done: 12 } }, { role: 'viewer' });
  await expect
    .element(screen.getByText(/18 documents were not reached; they come first in the next run\. It is switched off/))
    .toBeVisible();
  expect(screen.getByRole('switch').elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Check now' }).elements()).toEqual([]);
});

test('while nothing was checked it says what it takes', async () => {
  const empty = { run: null, schemas: [], closest: { schema_name: 'Invoice', documents: 7 } };
  const { screen } = await open(empty);
  await expect.element(screen.getByText(/It needs 10 documents of a schema that people approved.* So far Invoice has 7\./)).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
});

test('below another empty screen it says nothing while nothing was checked', async () => {
  const { screen } = await open({ run: null, schemas: [] }, { isQuiet: true });
  await expect.element(screen.getByText('Nightly check')).not.toBeInTheDocument();
});

test('the first check of a schema says what comes of it', async () => {
  const latest = { ...SAME.latest, compared: null, fields: [] };
  const { screen } = await open({ schemas: [{ ...SAME, nights: [night(12)], latest }] });
  await expect.element(screen.getByRole('button', { name: /Invoice First check/ })).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByText('The next check is compared with this one, document by document.')).toBeVisible();
});
