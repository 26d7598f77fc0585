import { type Browser, expect, type Page } from '@playwright/test';

export type Newcomer = { name: string; email: string; password: string };

/** A page of another person in a browser of their own, who joins as a reviewer by a link of the first one the first time. */
export async function openAs(person: Newcomer, browser: Browser, page: Page): Promise<Page> {
  const { origin } = new URL(page.url());
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const headers = { origin };
  const signIn = () =>
    context.request.post(`${origin}/api/auth/sign-in/email`, { headers, data: { email: person.email, password: person.password } });
  if (!(await signIn()).ok()) {
    const made = await page.request.post(`${origin}/api/invitations`, { headers, data: { role: 'reviewer' } });
    const { url } = (await made.json()) as { url: string };
    const used = await context.request.post(`${origin}/api/links/use`, { headers, data: { token: new URL(url).hash.slice(1), ...person } });
    expect(used.ok(), await used.text()).toBe(true);
  }
  return context.newPage();
}
