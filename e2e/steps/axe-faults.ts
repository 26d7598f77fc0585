import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Limits = {
  /** CSS selector of what is checked; the whole page when absent. */
  within?: string;
  /** `colours`: only those that another theme can break. */
  rules?: 'all' | 'colours';
};

/**
 * The accessibility faults that axe finds on a page, as `rule: selectors`. The live region of the component library is left out: for
 * some seconds it refers to a button that is gone.
 */
export async function axeFaults(page: Page, { within, rules = 'all' }: Limits = {}): Promise<string[]> {
  // On the way to another screen React takes the old title away some milliseconds before it sets the new one.
  await expect(page).toHaveTitle(/./);
  // No page has a frame of another origin; without those, axe needs no second page for its report.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-live-announcer]');
  if (within) axe.include(within);
  if (rules === 'colours') axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
