import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { QueuesTable } from '#components/queues/queues-table.tsx';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { queuesQuery } from '#lib/client/team/queues.ts';
import { type ConfidenceClass, insightsSchema } from '#lib/contract/desk/insights/insights.ts';
import { listQueuesSchema, type QueueOrder, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { NO_REVIEWS } from '#lib/document/statistics/add-reviews.ts';

const BEN = { id: 'u1', name: 'Ben', email: 'ben@example.org', role: 'reviewer' as const };
const ITEMS = z.object({ items: z.array(z.unknown()) });
const COUNTS = { values: 0, right: 0, corrected: 0, missed: 0, invented: 0, absent: 0, flagged: 0, needless: 0, unflagged: 0 };
const SAMPLES = { documents: 0, values: 0, agreed: 0, waiting: 0, blind: { values: 0, agreed: 0 } };

const Queues = () => <QueuesTable queues={useQuery(queuesQuery)} onNew={null} onEdit={null} />;

/** A queue in an order, where approvals say this of confidences. */
async function open(order: QueueOrder, confidence: ConfidenceClass[]) {
  const draft = queueDraftSchema.parse({ name: 'Invoices', filter: { states: ['to_review'] }, order });
  const counts = { waiting: 3, mine: 0, locked: 0, overdue: 0, escalated: 0, postponed: 0 };
  const queue = { id: '00000000-0000-4000-8000-000000000001', draft, is_member: true, counts, oldest_at: null };
  onRequest('GET /api/queues', () => json(listQueuesSchema, { items: [queue], seconds_per_document: null, unqueued: null }));
  onRequest('GET /api/schemas', () => json(ITEMS, { items: [] }));
  onRequest('GET /api/people/names', () => json(ITEMS, { items: [] }));
  let asked = 0;
  onRequest('GET /api/insights', () => {
    asked += 1;
    return json(insightsSchema, {
      ...{
        review: NO_REVIEWS,
        values: COUNTS,
        days: [],
        reasons: [],
        by_deployment: [],
        by_schema: [],
        kinds: [],
        people: null,
        marks: [],
      },
      fields: [{ schema_id: 's', schema_name: 'S', field: 'f', label: 'F', counts: COUNTS, seconds: 0, timed: 0, keys: 0, confidence }],
      samples: { ...SAMPLES, by_people: { values: 0, wrong: 0, blind: { values: 0, wrong: 0 } } },
      count_people: true,
    });
  });
  const { screen } = await renderInApp(
    <CurrentUserContext value={BEN}>
      <Queues />
    </CurrentUserContext>,
  );
  await expect.element(page.getByText('Invoices', { exact: true })).toBeVisible();
  if (order === 'worst') await expect.poll(() => asked).toBe(1);
  return screen;
}

/** The cell that says the order. */
const order = () => page.getByRole('cell', { name: /^Anyone takes/ });

test('whoever works a queue sees beside its order that approvals do not bear it out, or cannot yet', async () => {
  const blind = [
    { from: 0.5, to: 0.6, values: 40, right: 30 },
    { from: 0.9, to: 0.92, values: 40, right: 30 },
  ];
  const one = await open('worst', blind);
  await expect.element(order()).toHaveTextContent('Most errors expected firstThis order may be no better than chance');
  await expect.element(order().getByTitle(/AUROC 0\.50, 20 wrong values in 90 days/)).toBeVisible();
  await one.unmount();
  await open('worst', [{ from: 0.5, to: 0.6, values: 4, right: 3 }]);
  await expect.element(order()).toHaveTextContent('Most errors expected firstToo few corrections yet to prove this order');
});

test('nothing is doubted where confidence tells right from wrong values, or where another order holds', async () => {
  const telling = [
    { from: 0.5, to: 0.6, values: 40, right: 10 },
    { from: 0.99, to: 1, values: 400, right: 400 },
  ];
  const one = await open('worst', telling);
  await expect.element(order()).toHaveTextContent(/Most errors expected first$/);
  await one.unmount();
  await open('oldest', []);
  await expect.element(order()).toHaveTextContent(/Longest waiting first$/);
});
