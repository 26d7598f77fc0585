import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { setSecurityHeaders } from './security-headers.ts';

test('each answer has its own nonce, in the answer and in the request that Next sees; a nonce of the client is dropped', async () => {
  const seen: { policy: unknown; nonce: unknown; reportOnly: unknown }[] = [];
  const server = createServer((request, response) => {
    setSecurityHeaders(request, response, { dev: false, https: true });
    const { headers } = request;
    seen.push({
      policy: headers['content-security-policy'],
      nonce: headers['x-nonce'],
      reportOnly: headers['content-security-policy-report-only'],
    });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const ask = () =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      headers: {
        'x-nonce': 'evil',
        'content-security-policy': "script-src 'nonce-evil'",
        'content-security-policy-report-only': "script-src 'nonce-evil'",
      },
    });
  const first = await ask();
  const second = await ask();
  server.close();
  const policy = first.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`script-src 'self' 'nonce-${seen[0]?.nonce}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-eval');
  expect(seen[0]).toEqual({ policy, nonce: expect.any(String), reportOnly: undefined });
  expect(policy).not.toBe(second.headers.get('content-security-policy'));
  expect(policy).not.toContain('evil');
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  expect(first.headers.get('strict-transport-security')).toBe('max-age=31536000');
});
