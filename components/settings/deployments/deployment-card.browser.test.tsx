import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { standInDeployment, standInHealth } from '#components/testing/stand-in-deployment.ts';
import type { Deployment, DeploymentHealth } from '#lib/contract/desk/deployment.ts';
import { DeploymentCard } from './deployment-card.tsx';

const AT = '2026-01-05T10:00:00.000Z';
async function open(health: Partial<DeploymentHealth>, changes: Partial<Deployment> = {}) {
  const deployment = standInDeployment({
    is_default: true,
    verdict: { verdict: 'ok', message: 'Address and key are right.', ours: false, duration_ms: 20, at: AT },
    health: standInHealth(health),
    documents: { total: 60, in_flight: 15, failed: 2 },
    ...changes,
  });
  const { screen } = await renderInApp(
    <main className="p-4">
      <h1>Deployments</h1>
      <ul>
        <DeploymentCard deployment={deployment} onEdit={() => undefined} onMappings={() => undefined} />
      </ul>
    </main>,
  );
  return { screen, card: screen.getByRole('listitem', { name: 'Theirs' }) };
}

test('a card tells the state, the pace and what waits', async () => {
  const { card } = await open({});
  await expect.element(card.getByText('Works', { exact: true })).toBeVisible();
  await expect.element(card).toHaveTextContent('Responds in 240 ms on average. 412 requests since');
  await expect.element(card).toHaveTextContent('3 % refused, less than 1 % failed.');
  await expect.element(card).toHaveTextContent('12 under way, 3 waiting, 5 need a schema ID');
});

test.each([
  [{ state: 'failing', since: AT, message: '“Theirs” has a problem (HTTP 500).' }, /Failing since .+“Theirs” has a problem \(HTTP 500\)\./],
  [{ state: 'limiting', paused_until: AT }, /Limits requestsAsked to wait until/],
  [{ state: 'quiet', since: AT }, /Not heard from since/],
  [{ state: 'untested', latency_ms: null, recent: null }, /Not tested/],
  [{ state: 'slow', latency_ms: 12_400 }, /Slow.*Responds in 12 s on average/],
  [{ last_error: { message: 'slow down', status: 429, at: AT } }, /Last error .+: slow down/],
] as [Partial<DeploymentHealth>, RegExp][])('a card tells what is wrong: %o', async (health, words) => {
  const { card } = await open(health);
  await expect.element(card).toHaveTextContent(words);
});

test.each(['light', 'dark'])('a card on a small screen has nothing wrong for assistive technology, %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await page.viewport(390, 800);
  try {
    const { card } = await open({ state: 'failing', since: AT, message: '“Theirs” has a problem (HTTP 500).', paused_until: AT });
    await expect.element(card).toBeVisible();
    expect(await commands.axeInPage()).toEqual([]);
  } finally {
    delete document.documentElement.dataset.theme;
    await page.viewport(1280, 800);
  }
});
