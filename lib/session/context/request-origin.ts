import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { findForwarded } from './find-forwarded.ts';

/** How the web program stands in the network, as far as a request's origin depends on it. */
export type OriginOptions = {
  /** The address people use, when configured. */
  publicUrl: string | null;
  /** Proxies in a row whose `x-forwarded-*` headers are believed. */
  trustedProxies: number;
};

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/i;

/**
 * The origin under which the person's browser knows this server, e.g. `http://192.168.0.7:3000`: the configured public
 * address, or the Host header of the request. Plain http unless a trusted proxy or the public address says otherwise.
 * @throws ProblemError `malformed_body` when the Host header is not a host name
 */
export function requestOrigin(request: Request, options: OriginOptions): string {
  const host = requestHost(request, options);
  if (options.publicUrl && new URL(options.publicUrl).host === host) return new URL(options.publicUrl).origin;
  const forwarded = findForwarded(request.headers.get('x-forwarded-proto'), options.trustedProxies);
  return new URL(`${forwarded === 'https' ? 'https' : 'http'}://${host}`).origin;
}

/** Host and port of the request as the browser sent them, in lower case. */
export function requestHost(request: Request, options: OriginOptions): string {
  const forwarded = findForwarded(request.headers.get('x-forwarded-host'), options.trustedProxies);
  const host = (forwarded || request.headers.get('host') || new URL(request.url).host).toLowerCase();
  if (!HOST.test(host)) throw new ProblemError('malformed_body', 'The Host header of the request is not a host name.');
  return host;
}

/**
 * Refuses a state-changing request that a browser sends on behalf of another site. The rule is that of Go's
 * `http.CrossOriginProtection`: `Sec-Fetch-Site` decides where the browser sends it; otherwise `Origin` must name the
 * host asked; a request with neither does not come from a browser page.
 * @throws ProblemError `forbidden`
 */
export function requireSameOrigin(request: Request, options: OriginOptions): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  const origin = request.headers.get('origin');
  if (origin !== null && originHost(origin) === requestHost(request, options)) return;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  if (site === null && origin === null) return;
  throw new ProblemError('forbidden', 'The request comes from another site. Open the desk itself and try there.');
}

function originHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
