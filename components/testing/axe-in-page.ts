import AxeBuilder from '@axe-core/playwright';
import type { BrowserCommand } from 'vitest/node';

/** What a part of a page cannot have. */
const OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one', 'document-title', 'frame-title'];

/**
 * The accessibility faults that axe finds in what a test shows, as `rule: selectors`. Runs where Vitest runs, beside the browser. The
 * live region of the component library is left out: for some seconds it refers to a button that is gone.
 */
export const axeInPage: BrowserCommand<[]> = async ({ page }) => {
  const axe = new AxeBuilder({ page }).setLegacyMode().include(['iframe', 'body']).exclude(['iframe', '[data-live-announcer]']);
  const { violations } = await axe.disableRules(OF_PAGES).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
};
