import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { Tabs } from './tabs.tsx';

const ITEMS = ['Fields', 'Rules', 'JSON Schema', 'Versions', 'Learned'].map((label) => ({ id: label, label }));

function NarrowTabs() {
  const [tab, setTab] = useState('Learned');
  return (
    <div style={{ width: 240 }}>
      <Tabs label="Parts" items={ITEMS} value={tab} onChange={setTab} />
    </div>
  );
}

test('the chosen tab is in view from the beginning, also where not all tabs are', async () => {
  const { screen } = await renderInApp(<NarrowTabs />);
  const list = screen.getByRole('tablist').element();
  const right = () => screen.getByRole('tab', { name: 'Learned' }).element().getBoundingClientRect().right;
  await expect.poll(right).toBeLessThanOrEqual(list.getBoundingClientRect().right + 1);
});
