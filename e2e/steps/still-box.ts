import { expect, type Locator } from '@playwright/test';

/** Where something is on the screen once it moves no more. */
export async function stillBox(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let before = '';
  await expect(async () => {
    const last = before;
    before = JSON.stringify(await locator.boundingBox());
    expect(before).not.toBe('null');
    expect(before).toBe(last);
  }).toPass({ intervals: [300], timeout: 60_000 });
  return JSON.parse(before);
}
