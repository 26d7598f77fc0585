import { useRef } from 'react';
import { expect, test } from 'vitest';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { useSize } from './use-size.ts';

/** Widths that a box said it had, in the order it was rendered with them. */
function Box({ width, said }: { width: number; said: number[] }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box, 'a box of the test');
  said.push(size.width);
  return (
    <div ref={box} style={{ width, height: 40 }}>
      {size.width} wide
    </div>
  );
}

test('a second element of a kind is rendered with the size of the first, and once more only where it differs', async () => {
  const first: number[] = [];
  const { screen } = await renderInApp(<Box width={300} said={first} />);
  await expect.element(screen.getByText('300 wide')).toBeVisible();
  expect(first[0]).toBe(0);
  await screen.unmount();

  const same: number[] = [];
  const again = await renderInApp(<Box width={300} said={same} />);
  await expect.element(again.screen.getByText('300 wide')).toBeVisible();
  expect(new Set(same)).toEqual(new Set([300]));
  await again.screen.unmount();

  const other: number[] = [];
  const wider = await renderInApp(<Box width={420} said={other} />);
  await expect.element(wider.screen.getByText('420 wide')).toBeVisible();
  expect(other[0]).toBe(300);
  expect(other.at(-1)).toBe(420);
});
