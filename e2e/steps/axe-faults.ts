import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Limits = {
  /** CSS selector of what is checked; the whole page when absent. */
  within?: string;
  /** Only the rules that another theme can break. */
  isOfColours?: boolean;
};

/**
 * The accessibility faults that axe finds on a page, as `rule: selectors`. Left out is the library's region of spoken messages: what
 * it said of a button that is gone points to nothing for some seconds.
 */
export async function axeFaults(page: Page, { within, isOfColours = false }: Limits = {}): Promise<string[]> {
  // No page has a frame of another origin, and without them axe needs no second page for its report.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-live-announcer]');
  if (within) axe.include(within);
  if (isOfColours) axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
