import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { answerSecurityText } from './answer-security-text.ts';

const rootDir = path.resolve(import.meta.dirname, '../..');
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(publicUrl: string | null): Promise<string> {
  const server = createServer((request, response) => {
    if (!answerSecurityText(request, response, { rootDir, publicUrl })) response.writeHead(404).end();
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  );

test('security.txt names this desk, where to turn, and a day of expiry ahead of now but within a year', async () => {
  const url = await listen(null);
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
  const url = await listen('https://desk.example.org/');
  expect(fieldsOf(await (await fetch(`${url}/.well-known/security.txt`)).text()).Contact).toBe(
    'https://desk.example.org/security-policy.txt',
  );
  expect((await fetch(`${url}/.well-known/security.txt.bak`)).status).toBe(404);
  expect((await fetch(`${url}/.well-known/security.txt`, { method: 'POST' })).status).toBe(404);
});
