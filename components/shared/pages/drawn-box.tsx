import type { Box } from '#lib/contract/service/box.ts';
import { place } from './page-place.ts';

/** The box that a person is drawing on a page. */
export function DrawnBox({ box }: { box: Box }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-20 border border-accent-fill border-dashed bg-accent/10"
      style={place(box, 0)}
    />
  );
}
