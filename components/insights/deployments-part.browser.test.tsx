import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import type { Insights } from '#lib/contract/desk/insights/insights.ts';
import { DeploymentsPart } from './deployments-part.tsx';

test('deployments stand side by side, with what people changed, what it cost and what failed', async () => {
  const review = { approved: 20, unchanged: 12, rejected: 1, automatic: 5, timed: 20, seconds: 300, keys: 90 };
  const confidence = [
    { from: 0.5, to: 0.6, values: 20, right: 8 },
    { from: 0.98, to: 0.99, values: 80, right: 80 },
  ];
  const by_deployment: Insights['by_deployment'] = [
    { deployment_id: 'one', name: 'Embedded', review, values: 100, changed: 12, confidence, failures: 3 },
    {
      ...{ deployment_id: 'two', name: 'Attic', values: 0, changed: 0, confidence: [], failures: 0 },
      review: { approved: 0, unchanged: 0, rejected: 1, automatic: 0, timed: 0, seconds: 0, keys: 0 },
    },
  ];
  const { screen } = await renderInApp(<DeploymentsPart deployments={by_deployment} />);
  const table = screen.getByRole('table', { name: 'Deployments' });
  await expect
    .element(table.getByRole('row', { name: /Embedded/ }))
    .toHaveTextContent('Embedded2512 %7.0–20 % of 10060 %0.950.91–0.9915 s3');
  await expect.element(table.getByRole('row', { name: /Attic/ })).toHaveTextContent('Attic0–no values–– not enough evidence yet––');
  await expect
    .element(table.getByRole('link', { name: '3 at Embedded: the documents that are failed now' }))
    .toHaveAttribute('href', '/documents?tab=failed&deployment=one');
  await userEvent.click(screen.getByRole('button', { name: 'What the columns say' }));
  await expect.element(screen.getByText(/^How often a document failed there in this time/)).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
});
