import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { InsightsScreen } from '#components/insights/insights-screen.tsx';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { standInSettings } from '#components/testing/stand-in-settings.ts';
import { AUTOMATIC_APPROVAL_DEFAULTS, automaticApprovalSchema } from '#lib/contract/desk/automatic-approval.ts';
import { type Insights, insightSettingsSchema, insightsSchema } from '#lib/contract/desk/insights/insights.ts';
import { type LayoutInsights, layoutInsightsSchema } from '#lib/contract/desk/insights/layout-insights.ts';
import { nightlyCheckSchema } from '#lib/contract/desk/insights/nightly-check.ts';
import { listSchemaSettingsSchema, saveThresholdSchema, schemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { listPeopleNamesSchema, type Role } from '#lib/contract/desk/user.ts';
import { NO_REVIEWS } from '#lib/document/statistics/add-reviews.ts';

const counts = { values: 200, right: 180, corrected: 14, missed: 4, invented: 2, absent: 3, flagged: 30, needless: 24, unflagged: 6 };
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
const INSIGHTS: Insights = {
  review: { approved: 40, unchanged: 28, rejected: 2, automatic: 0, timed: 40, seconds: 480, keys: 200 },
  values: counts,
  fields: [
    {
      ...{ schema_id: 'invoice', schema_name: 'Invoice', field: 'due_date', label: 'Due date' },
      ...{ counts, seconds: 4.2, timed: 40, keys: 2 },
      confidence: [
        { from: 0.5, to: 0.6, values: 20, right: 8 },
        { from: 0.9, to: 0.92, values: 80, right: 76 },
        { from: 0.995, to: 1, values: 100, right: 100 },
      ],
    },
  ],
  days: [
    { day: daysAgo(5).slice(0, 10), review: { ...NO_REVIEWS, approved: 30, unchanged: 20, rejected: 2 }, values: 150, changed: 15 },
    { day: daysAgo(3).slice(0, 10), review: { ...NO_REVIEWS, approved: 10, unchanged: 8 }, values: 50, changed: 5 },
  ],
  reasons: [{ reason: 'low_confidence', flagged: 30, needless: 24 }],
  by_deployment: [],
  by_schema: [],
  kinds: [
    {
      schema_id: 'invoice',
      schema_name: 'Invoice',
      ...{ documents: 50, right: 40, wrong: 2, asked: 8, asked_right: 6 },
      taken_for: [{ schema_id: 'gone', schema_name: '', documents: 2 }],
    },
  ],
  people: null,
  samples: {
    documents: 0,
    values: 0,
    agreed: 0,
    waiting: 0,
    blind: { values: 0, agreed: 0 },
    by_people: { values: 0, wrong: 0, blind: { values: 0, wrong: 0 } },
  },
  marks: [
    { at: daysAgo(4), kind: 'schema', name: 'Invoice, version 2' },
    { at: daysAgo(1), kind: 'schema', name: 'Invoice, version 3' },
  ],
  count_people: true,
};
const work = { approved: 4, unchanged: 1, values: 40, changed: 10, timed: 4, seconds: 60 };
const layout = (number: number, parties: string[]): LayoutInsights['layouts'][number] => ({
  id: `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`,
  ...{ deployment_id: 'embedded', parties, newest_name: `scan-${number}.pdf`, picture_of: null, work },
});
const LAYOUTS: LayoutInsights = {
  layouts: [layout(1, ['Larch & Sons']), layout(2, [])],
  rest: { approved: 2, unchanged: 2, values: 20, changed: 0, timed: 0, seconds: 0 },
  problems: [],
  is_cut: false,
};

type Opened = { change?: Partial<Insights>; role?: Role; search?: string; layouts?: Partial<LayoutInsights> };
async function open(options: Opened = {}) {
  const saved: unknown[] = [];
  onRequest('GET /api/insights', () => json(insightsSchema, { ...INSIGHTS, ...options.change }));
  onRequest('GET /api/insights/nightly-check', () => json(nightlyCheckSchema, { is_on: true, run: null, schemas: [], closest: null }));
  onRequest('GET /api/insights/layouts', () => json(layoutInsightsSchema, { ...LAYOUTS, ...options.layouts }));
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(z.unknown()) }), { items: [{ id: 'invoice', name: 'Invoice' }] }));
  onRequest('GET /api/deployments/choices', () => json(z.object({ items: z.array(z.unknown()) }), { items: [] }));
  onRequest('GET /api/schema-settings', () => json(listSchemaSettingsSchema, { items: [standInSettings()] }));
  onRequest('GET /api/people/names', () => json(listPeopleNamesSchema, { items: [{ id: 'u1', name: 'Ada' }] }));
  onRequest('GET /api/schemas/:id/automatic-approval', () =>
    json(automaticApprovalSchema, {
      schema_id: 'invoice',
      settings: AUTOMATIC_APPROVAL_DEFAULTS,
      stopped: null,
      paused: null,
      evidence_since: null,
      fields: [],
      trial: { documents: 0, approved: 0, values: 0, wrong: 0, flagged: 0, held: {}, held_documents: {} },
      samples: { documents: 0, values: 0, errors: 0, waiting: 0, reopened: 0 },
      approved: 0,
      reopened: 0,
    }),
  );
  onRequest('PUT /api/schemas/:id/thresholds', (request) => {
    saved.push(request.json(saveThresholdSchema));
    return json(schemaSettingsSchema, standInSettings());
  });
  onRequest('PUT /api/insights/settings', (request) => {
    saved.push(request.json(insightSettingsSchema));
    return json(insightSettingsSchema, { count_people: false });
  });
  const user = { id: 'u1', name: 'Ada', email: 'ada@example.org', role: options.role ?? 'schema_owner' };
  const { screen } = await renderInApp(
    <NuqsTestingAdapter searchParams={options.search ?? ''} hasMemory>
      <CurrentUserContext value={user}>
        <InsightsScreen />
      </CurrentUserContext>
    </NuqsTestingAdapter>,
  );
  return { screen, saved };
}

test('figures come with what they were measured on', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('of 200; 6.6–15 % likely')).toBeVisible();
  await expect.element(screen.getByText('of 30 flagged values')).toBeVisible();
  await expect.element(screen.getByText('5.0 keys; 40 measured')).toBeVisible();
});

test('figures of one schema are never shown under the name of another, while those of another time stay until the next are there', async () => {
  const { screen } = await open();
  const figures = screen.getByText('of 200; 6.6–15 % likely');
  await expect.element(figures).toBeVisible();
  const answers: (() => void)[] = [];
  onRequest('GET /api/insights', () => new Promise((done) => answers.push(() => done(json(insightsSchema, INSIGHTS)))));
  const choose = async (list: string, option: string) => {
    await userEvent.click(screen.getByRole('button', { name: list }));
    await userEvent.click(screen.getByRole('option', { name: option }));
  };
  await choose('Last 30 days Time', 'Last 7 days');
  await expect.poll(() => answers.length).toBe(1);
  await expect.element(figures).toBeVisible();
  answers.pop()!();
  await choose('All schemas Schema', 'Invoice');
  await expect.element(screen.getByRole('status', { name: 'Loading the insights' })).toBeVisible();
  expect(figures.elements()).toEqual([]);
  await expect.poll(() => answers.length).toBe(1);
  answers.pop()!();
  await expect.element(figures).toBeVisible();
});

test('layouts of a schema stand by what they cost, with whom they are from or the newest document, and the rest below', async () => {
  const { screen } = await open({ search: '?schema=invoice' });
  const rows = screen.getByRole('table', { name: 'Layouts' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Larch & Sons25 %14–40 % of 40425 %15 s');
  await expect.element(rows.nth(2)).toHaveTextContent('scan-2.pdf');
  await expect.element(rows.nth(3)).toHaveTextContent('Other documents0 %0–16 % of 202100 %–');
});

test('many layouts are folded, and a deployment that could not be asked is named', async () => {
  const layouts = Array.from({ length: 12 }, (_, number) => layout(number, [`Party ${number}`]));
  const problems = [{ name: 'Berlin', problem: 'It does not answer.' }];
  const { screen } = await open({ search: '?schema=invoice', layouts: { layouts, problems } });
  await expect.element(screen.getByText('Berlin could not be asked for its layouts: It does not answer.')).toBeVisible();
  expect(screen.getByText('Party 11').elements()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'All 12 layouts' }));
  await expect.element(screen.getByText('Party 11')).toBeVisible();
});

test('kinds say how often the engine was right, asked or wrong, and what it took documents for', async () => {
  const { screen } = await open();
  await expect
    .element(screen.getByRole('table', { name: 'Detected kinds' }).getByRole('row', { name: /Invoice/ }))
    .toHaveTextContent('Invoice80 %67–89 %5016 %75 %4.0 %A removed schema (2)');
});

test('every day of the time is drawn, also without work and after the last approval, and the table has what changed meanwhile', async () => {
  const { screen } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Show as a table: Changed values over time' }));
  const rowOf = (days: number) => screen.getByRole('row', { name: new RegExp(daysAgo(days).slice(0, 10)) });
  await expect.element(rowOf(29)).toHaveTextContent(/0000$/);
  await expect.element(rowOf(4)).toHaveTextContent(/0000Invoice, version 2$/);
  await expect.element(rowOf(1)).toHaveTextContent(/0000Invoice, version 3$/);
  await expect.element(rowOf(0)).toBeInTheDocument();
});

test('a threshold is set with its price in view', async () => {
  const { screen, saved } = await open({ search: '?schema=invoice' });
  await expect.element(screen.getByText(/10 % of the values are checked; 4 of 180 that pass were wrong/)).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Threshold 92 %' }));
  await expect.element(screen.getByRole('row', { name: /92 %/ })).toHaveTextContent('92 %50 %0 of 1002.95 %');
  await userEvent.click(screen.getByRole('button', { name: 'Set to 92 %' }));
  await expect.poll(() => saved).toEqual([{ field: null, threshold: 0.92 }]);
});

const sampled = (blind: number): Insights['samples'] => ({
  ...{ documents: 20, values: 500, agreed: 490, waiting: 3 },
  blind: { values: blind, agreed: blind === 0 ? 0 : blind - 4 },
  by_people: { values: 400, wrong: 6, blind: { values: blind, wrong: blind === 0 ? 0 : 4 } },
});

test('how many approved values quality samples found wrong is said beside the price, and that they were in view', async () => {
  const { screen } = await open({ search: '?schema=invoice', change: { samples: sampled(0) } });
  await expect
    .element(
      screen.getByText(/^In quality samples, 6 of 400 approved values that were checked again were wrong \(1.5 %\)\..*They were in view/),
    )
    .toBeVisible();
});

test('of values that were entered blind only these are counted, beside the area under the curve', async () => {
  const { screen } = await open({ search: '?schema=invoice', change: { samples: sampled(200) } });
  await expect
    .element(screen.getByText(/^In quality samples, 4 of 200 approved values that another person entered without seeing them were wrong/))
    .toBeVisible();
  const figure = (name: string) => screen.getByText(name, { exact: true }).element().closest('div');
  expect(figure('Quality samples agree')).toHaveTextContent(/98 %of 200 entered blind; .* likely\. 20 checked, 3 waiting/);
  expect(figure('Confidence (AUROC)')).toHaveTextContent(/0\.\d\d0\.5 is chance/);
});

test('with too few wrong values no part of the screen says how well confidence tells them', async () => {
  const [field] = INSIGHTS.fields;
  const few = {
    ...field!,
    confidence: [
      { from: 0.5, to: 0.6, values: 20, right: 17 },
      { from: 0.9, to: 0.92, values: 80, right: 80 },
    ],
  };
  const { screen } = await open({ change: { fields: [few] } });
  await expect.element(screen.getByText('too few wrong values to say')).toBeVisible();
  await expect.element(screen.getByText(/Too few values were wrong to say how well confidence tells them/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Show as a table: Fields/ }));
  await expect.element(screen.getByRole('row', { name: /Due date/ })).toHaveTextContent('Due dateInvoice200180144230246–402.84.22');
});

test('without a quality sample there is no share of agreement', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('none was drawn')).toBeVisible();
  await expect.element(screen.getByText('Quality samples agree').element().closest('div')).toHaveTextContent('agree–none was drawn');
});

test('where nothing was approved, deployments at which documents failed are shown all the same', async () => {
  const none = { approved: 0, unchanged: 0, rejected: 0, automatic: 0, timed: 0, seconds: 0, keys: 0 };
  const by_deployment = [{ deployment_id: 'one', name: 'Attic', review: none, values: 0, changed: 0, confidence: [], failures: 7 }];
  const { screen } = await open({ change: { review: none, by_deployment } });
  await expect.element(screen.getByText('Nothing was approved in this time')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Attic.*7/ })).toBeVisible();
});

test('who may only look sees the price and cannot set a threshold', async () => {
  const { screen } = await open({ search: '?schema=invoice', role: 'reviewer' });
  await expect.element(screen.getByText(/10 % of the values are checked/)).toBeVisible();
  expect(screen.getByRole('radio').elements()).toEqual([]);
  expect(screen.getByRole('button', { name: /Set/ }).elements()).toEqual([]);
});

test('too few values are said to be no evidence', async () => {
  const [field] = INSIGHTS.fields;
  const few = { ...field!, confidence: [{ from: 0.99, to: 0.995, values: 30, right: 30 }] };
  const { screen } = await open({ search: '?schema=invoice', change: { fields: [few] } });
  await expect.element(screen.getByText(/Not enough evidence yet: 30 values would have passed, 59 are needed/)).toBeVisible();
});

test('only admins see people, and can switch the counting off', async () => {
  const people = [{ person_id: 'u1', review: INSIGHTS.review }];
  const { screen, saved } = await open({ role: 'admin', change: { people } });
  await expect.element(screen.getByRole('row', { name: /Ada/ })).toHaveTextContent('Ada4070 %212 s');
  await userEvent.click(screen.getByRole('switch', { name: 'Count for each person' }));
  await expect.poll(() => saved).toEqual([{ count_people: false }]);
});

test('without approvals it says what will be here', async () => {
  const { screen } = await open({
    change: { review: { approved: 0, unchanged: 0, rejected: 0, automatic: 0, timed: 0, seconds: 0, keys: 0 } },
  });
  await expect.element(screen.getByRole('heading', { name: 'Nothing was approved in this time' })).toBeVisible();
});

test('the screen has no fault that axe finds, in light and dark', async () => {
  const { screen } = await open({
    role: 'admin',
    search: '?schema=invoice',
    change: { people: [{ person_id: 'u1', review: INSIGHTS.review }] },
  });
  await expect.element(screen.getByRole('heading', { name: 'Calibration of confidence' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Thresholds and their price' })).toBeVisible();
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    expect(await commands.axeInPage()).toEqual([]);
  }
  delete document.documentElement.dataset.theme;
});
