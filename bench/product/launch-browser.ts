import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const PLACES = [process.env.COUNTERSIGN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Starts the Chromium of COUNTERSIGN_CHROMIUM, or the system's, or Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
}
