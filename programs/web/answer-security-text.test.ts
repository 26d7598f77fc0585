import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { listen } from '#lib/platform/testing/listen.ts';
import { answerSecurityText } from './answer-security-text.ts';

const rootDir = path.resolve(import.meta.dirname, '../..');
const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
});

async function serve(publicUrl: string | null): Promise<string> {
  const server = createServer((request, response) => {
    if (!answerSecurityText(request, response, { rootDir, publicUrl })) response.writeHead(404).end();
  });
  const served = await listen(server);
  open.push(served);
  return served.url;
}

const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  );

test('security.txt names this desk, where to turn, and a day of expiry ahead of now but within a year', async () => {
  const url = await serve(null);
  const answer = await fetch(`${url}/.well-known/security.txt`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  expect(text).not.toMatch(/[{}]/);
  const { Contact, Canonical, Expires } = fieldsOf(text);
  expect(Contact).toBe(`${url}/security-policy.txt`);
  expect(Canonical).toBe(`${url}/.well-known/security.txt`);
  const ahead = Date.parse(Expires ?? '') - Date.now();
  expect(ahead).toBeGreaterThan(30 * 86_400_000);
  expect(ahead).toBeLessThan(365 * 86_400_000);
});

test('a desk that was told its address names that one, and other paths are not answered', async () => {
  const url = await serve('https://desk.example.org/');
  expect(fieldsOf(await (await fetch(`${url}/.well-known/security.txt`)).text()).Contact).toBe(
    'https://desk.example.org/security-policy.txt',
  );
  expect((await fetch(`${url}/.well-known/security.txt.bak`)).status).toBe(404);
  expect((await fetch(`${url}/.well-known/security.txt`, { method: 'POST' })).status).toBe(404);
});
