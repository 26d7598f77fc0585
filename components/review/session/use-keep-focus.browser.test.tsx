import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { elementId } from './element-id.ts';
import { useKeepFocus } from './use-keep-focus.ts';

function Part() {
  useKeepFocus();
  return (
    <main id="part">
      <input id={elementId('/buyer')} data-pointer="/buyer" aria-label="Buyer" />
    </main>
  );
}

test('a place that a layer over the screen took the focus from has it again when that closes at once', async () => {
  await renderInApp(<Part />);
  const buyer = page.getByRole('textbox', { name: 'Buyer', includeHidden: true });
  await buyer.click();
  await expect.element(buyer).toHaveFocus();
  document.getElementById('part')?.setAttribute('inert', '');
  await expect.poll(() => document.activeElement).toBe(document.body);
  document.getElementById('part')?.removeAttribute('inert');
  await expect.element(buyer).toHaveFocus();
});

test('a click on nothing takes the focus, and it stays away', async () => {
  await renderInApp(<Part />);
  const buyer = page.getByRole('textbox', { name: 'Buyer' });
  await buyer.click();
  (document.activeElement as HTMLElement).blur();
  document.getElementById('part')?.append(document.createElement('p'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(document.body);
});
