/** Where a link of a document leads. `address` is safe to show; `opens` is null for what must not be opened. */
export type LinkTarget = { address: string; name: string; opens: 'web' | 'mail' | null };

const LONGEST = 300;

/**
 * Judges an address that a document holds; documents are hostile. Only `http`, `https` and `mailto` may be opened. The host stands
 * as the browser will use it (letters of other scripts as `xn--`), without a name or password before it.
 */
export function linkTarget(url: string): LinkTarget {
  const shown = url.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, LONGEST);
  let parsed: URL;
  try {
    parsed = new URL(url.trim());
  } catch {
    return { address: shown, name: shown, opens: null };
  }
  const address = parsed.href.slice(0, LONGEST);
  if (parsed.protocol === 'http:' || parsed.protocol === 'https:') return { address, name: parsed.host, opens: 'web' };
  if (parsed.protocol === 'mailto:') return { address, name: parsed.pathname.slice(0, LONGEST), opens: 'mail' };
  return { address: shown, name: shown, opens: null };
}
