import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const COMMON: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** The policy of answers that are no page: should a browser show one after all, nothing in it runs. */
export const DATA_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * The content security policy of our pages. Scripts: our files, and the inline ones that carry this answer's nonce. Inline
 * styles are allowed, because components position things by style attributes; they cannot run anything.
 * @param options.dev also what hot reload needs
 */
export function contentSecurityPolicy(nonce: string, options: { dev: boolean }): string {
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'${options.dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' blob: data:`,
    `font-src 'self' data:`,
    `connect-src 'self'${options.dev ? ' ws:' : ''}`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * Sets the security headers of an answer that Next will give. Next takes the nonce for its inline scripts from the policy
 * in the *request*, so it is written there too, whatever the client sent; the root layout reads it from `x-nonce`.
 */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse, options: { dev: boolean; https: boolean }): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce, options);
  request.headers['content-security-policy'] = policy;
  delete request.headers['content-security-policy-report-only'];
  request.headers['x-nonce'] = nonce;
  // Next keeps a header that is set already, so the policy of answers with data (documents' own files among them) is set here
  response.setHeader('content-security-policy', request.url?.startsWith('/api/') ? DATA_POLICY : policy);
  for (const [name, value] of Object.entries(COMMON)) response.setHeader(name, value);
  if (options.https) response.setHeader('strict-transport-security', 'max-age=31536000');
}
