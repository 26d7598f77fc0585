import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The Chromium that COUNTERSIGN_CHROMIUM names, the system's, or Playwright's own. */
export function launchBrowser() {
  const executablePath = [process.env.COUNTERSIGN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (file) => file && existsSync(file),
  );
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
}
