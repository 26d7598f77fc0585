/**
 * What the outermost of the trusted proxies said in a header to which each proxy adds its part. Further to the left stands what anybody
 * may have sent.
 * @param proxies trusted proxies in a row; with 0 nothing is believed
 */
export function findForwarded(header: string | null, proxies: number): string | null {
  if (proxies === 0 || !header) return null;
  const parts = header.split(',').map((part) => part.trim());
  // a proxy may set the header anew: then there are fewer parts than proxies
  return parts[Math.max(0, parts.length - proxies)] || null;
}
