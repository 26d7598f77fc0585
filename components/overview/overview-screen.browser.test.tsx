import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { OverviewScreen } from '#components/overview/overview-screen.tsx';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { newId } from '#lib/client/http/new-id.ts';
import { type Overview, overviewSchema } from '#lib/contract/desk/insights/overview.ts';
import { type ListQueues, listQueuesSchema, type Queue, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import type { Role } from '#lib/contract/desk/user.ts';

const NONE = { approved: 0, unchanged: 0, rejected: 0, automatic: 0, timed: 0, seconds: 0, keys: 0 };
const days: Overview['days'] = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, '0')}`,
  all: index === 13 ? { approved: 8, unchanged: 6, rejected: 1, automatic: 0, timed: 9, seconds: 180, keys: 40 } : NONE,
  mine: index === 13 ? { ...NONE, approved: 3, unchanged: 2 } : NONE,
}));
const OVERVIEW: Overview = {
  waiting: {
    all: 12,
    mine: 2,
    free: 7,
    overdue: 3,
    overdue_for_me: 1,
    clean: 4,
    oldest_at: '2026-03-01T00:00:00.000Z',
    postponed: 1,
    second: 0,
  },
  trouble: { failed: 2, unmapped: 0, unclassified: 0, stacked: 1, indexed: 4, held_up: 0 },
  in_flight: 5,
  documents: 40,
  samples_waiting: 0,
  days,
  health: null,
};
const IDLE: Partial<Overview> = {
  waiting: { all: 0, mine: 0, free: 0, overdue: 0, overdue_for_me: 0, clean: 0, oldest_at: null, postponed: 0, second: 0 },
  trouble: { failed: 0, unmapped: 0, unclassified: 0, stacked: 0, indexed: 0, held_up: 0 },
};

async function open(change: Partial<Overview> = {}, role: Role = 'reviewer', queues: Partial<ListQueues> = {}) {
  onRequest('GET /api/overview', () => json(overviewSchema, { ...OVERVIEW, ...change }));
  onRequest('GET /api/queues', () => json(listQueuesSchema, { items: [], seconds_per_document: null, unqueued: null, ...queues }));
  const user = { id: 'u1', name: 'Ada', email: 'ada@example.org', role };
  const { screen } = await renderInApp(
    <CurrentUserContext value={user}>
      <OverviewScreen />
    </CurrentUserContext>,
  );
  return screen;
}

test('numbers lead to the documents behind them, and to no others', async () => {
  const screen = await open({ trouble: { ...OVERVIEW.trouble, held_up: 2 } });
  const addressOf = (name: string) => {
    const link = screen.getByRole('link', { name, exact: true }).element() as HTMLAnchorElement;
    return Object.fromEntries(new URL(link.href).searchParams);
  };
  await expect.element(screen.getByRole('link', { name: 'To review: 9' })).toBeVisible();
  const waiting = { tab: 'to_review', postponed: 'no', sort: 'created_at', order: 'asc' };
  expect(addressOf('To review: 9')).toEqual({ ...waiting, assigned: 'me_or_nobody' });
  expect(addressOf('4 without flags')).toEqual({ ...waiting, assigned: 'me_or_nobody', flags: 'none' });
  expect(addressOf('2 assigned to you')).toEqual({ ...waiting, assigned: 'me' });
  expect(addressOf('3 for others')).toEqual({ ...waiting, assigned: 'others' });
  expect(addressOf('1 postponed')).toEqual({ ...waiting, postponed: 'yes' });
  expect(addressOf('Overdue: 3')).toEqual({ ...waiting, due: 'overdue', sort: 'due_at' });
  expect(addressOf('1 for you')).toEqual({ ...waiting, assigned: 'me_or_nobody', due: 'overdue', sort: 'due_at' });
  expect(addressOf('Need attention: 7')).toEqual({ tab: 'attention' });
  expect(addressOf('2 failed')).toEqual({ tab: 'failed' });
  expect(addressOf('1 to split')).toEqual({ tab: 'stacked' });
  expect(addressOf('4 without a schema')).toEqual({ tab: 'indexed' });
  expect(addressOf('In progress: 5')).toEqual({ tab: 'busy' });
  expect(addressOf('2 held up by a deployment')).toEqual({ tab: 'busy', held_up: 'yes' });
});

test('what was done leads to the documents approved since then, by anybody and by the person', async () => {
  const screen = await open();
  await expect.element(screen.getByText('Approved unchanged')).toBeVisible();
  const addressOf = (link: Element) => Object.fromEntries(new URL((link as HTMLAnchorElement).href).searchParams);
  const midnight = (days: number) => {
    const day = new Date();
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).toISOString();
  };
  const [today, week] = screen.getByRole('link', { name: /documents approved (today|in the last 7 days)$/ }).elements();
  expect(today).toHaveAccessibleName('8 documents approved today');
  expect(addressOf(today!)).toEqual({ tab: 'approved', approved: midnight(0) });
  expect(addressOf(week!)).toEqual({ tab: 'approved', approved: midnight(6) });
  const mine = screen.getByRole('link', { name: '3 by you' }).elements();
  expect(mine.map(addressOf)).toEqual([
    { tab: 'approved', approved: `me:${midnight(0)}` },
    { tab: 'approved', approved: `me:${midnight(6)}` },
  ]);
});

test('it is said that nothing is late, and how long the oldest has waited', async () => {
  const screen = await open();
  await expect.element(screen.getByText(/^The oldest has waited for /)).toBeVisible();
  await screen.unmount();
  const onTime = await open({ waiting: { ...OVERVIEW.waiting, overdue: 0 } });
  await expect.element(onTime.getByText(/^Nothing is late. The oldest has waited for /)).toBeVisible();
});

test('the next step is the next document while one waits for the person', async () => {
  const screen = await open();
  await expect.element(screen.getByText('9 documents for you, 1 overdue.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Review the next document' })).toBeVisible();
});

test('with nothing to review the next step is what is stuck, and after that to add documents', async () => {
  const stuck = await open({ ...IDLE, trouble: { ...OVERVIEW.trouble, failed: 0 }, in_flight: 0 });
  await expect.element(stuck.getByRole('link', { name: 'Split files' })).toHaveAttribute('href', '/documents?tab=stacked');
  await stuck.unmount();
  const unknown = await open({ ...IDLE, trouble: { ...OVERVIEW.trouble, failed: 0, stacked: 0, unmapped: 1 }, in_flight: 0 });
  await expect.element(unknown.getByText('1 document waits for a schema ID.')).toBeVisible();
  await unknown.unmount();
  const done = await open({ ...IDLE, in_flight: 0 });
  await expect.element(done.getByRole('link', { name: 'Add documents' })).toHaveAttribute('href', '/documents');
});

test('what was done can be read as a table', async () => {
  const screen = await open();
  await expect.element(screen.getByText('3 by you').first()).toBeVisible();
  await expect.element(screen.getByText('75 %')).toBeVisible();
  await expect.element(screen.getByText('20 s', { exact: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show as a table: Done' }));
  const row = screen.getByRole('row', { name: /2026-03-14/ });
  await expect.element(row).toHaveTextContent('2026-03-146213');
});

test('an empty desk shows the way to the first document', async () => {
  const screen = await open({ ...IDLE, documents: 0, in_flight: 0 });
  await expect.element(screen.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Add documents' })).toHaveAttribute('href', '/documents');
});

test('the arrow keys go from bar to bar of the chart', async () => {
  const screen = await open();
  await expect.element(screen.getByText('Approved unchanged')).toBeVisible();
  const chart = screen.container.querySelector<SVGElement>('svg[tabindex="0"]')!;
  chart.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await userEvent.keyboard('{ArrowRight>13/}');
  await expect.element(screen.getByText('Saturday, March 14')).toBeVisible();
});

test('the screen has no fault that axe finds, in light and dark', async () => {
  const screen = await open({
    health: { late_ms: null, free_bytes: 5e10, store: 'folder', backup: { state: 'late', last_at: '2026-03-01T02:00:00.000Z' } },
  });
  await expect.element(screen.getByText('Approved unchanged')).toBeVisible();
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    expect(await commands.axeInPage()).toEqual([]);
  }
  delete document.documentElement.dataset.theme;
});

test('the queues that have waited longest are shown, with what is in no queue and the way to all of them', async () => {
  const items = Array.from(
    { length: 10 },
    (_, at): Queue => ({
      id: newId(),
      draft: queueDraftSchema.parse({ name: `Queue ${at}` }),
      is_member: true,
      counts: { waiting: at, mine: 0, locked: 0, overdue: 0, escalated: 0, postponed: 0 },
      oldest_at: at === 0 ? null : `2026-03-${String(10 + at)}T09:00:00.000Z`,
    }),
  );
  const screen = await open({}, 'admin', { items, unqueued: 3 });
  const none = screen.getByRole('link', { name: 'In no queue: 3 waiting' });
  await expect.element(none).toHaveAttribute('href', '/documents?queue=none&postponed=no&sort=created_at&order=asc');
  await expect.element(screen.getByRole('link', { name: 'All 10 queues' })).toHaveAttribute('href', '/queues');
  const names = screen.getByRole('link', { name: /^Queue \d$/ }).elements();
  expect(names.map(({ textContent }) => textContent)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `Queue ${at}`));
});
