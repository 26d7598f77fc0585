import type { IncomingMessage } from 'node:http';

/**
 * The path and query that a request asks for, or null when its target is none of ours: not a path, not decodable, or a whole
 * address of another host (RFC 9112 §3.2). A whole address of the host asked becomes its path.
 */
export function findTarget(request: IncomingMessage): string | null {
  const target = pathOf(request);
  if (target === null || !/^\/[\x21-\x7e]*$/.test(target)) return null;
  try {
    decodeURIComponent(target.split('?', 1)[0]!);
  } catch {
    return null;
  }
  return target;
}

function pathOf({ url = '/', headers }: IncomingMessage): string | null {
  if (url.startsWith('/')) return url;
  const [, authority, rest] = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(url) ?? [];
  if (authority === undefined || authority.toLowerCase() !== headers.host?.toLowerCase()) return null;
  return rest?.startsWith('/') ? rest : `/${rest}`;
}
