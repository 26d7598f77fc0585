/** Where an address stands that is shown; one that is only linked to is a file to be opened. */
const SHOWN = /(href\s*=\s*["']?\s*)?\bcid:([^"'\s<>)]+)/gi;

/** What is known of a part of a mail beside its body. `related`: it stands with the body in a `multipart/related`. */
export type PartFacts = { disposition?: string | null | undefined; related?: boolean | undefined; contentId?: string | undefined };

/** The content ids of what an HTML body shows, e.g. pictures of a signature; without those it only links to. */
export function listShownIds(html: string | null): Set<string> {
  const ids = new Set<string>();
  for (const [, link, id] of (html ?? '').matchAll(SHOWN)) if (!link && id) ids.add(plainId(id));
  return ids;
}

/**
 * True for what belongs to the body and is no attachment: what the body shows, whatever the part says of itself, and what
 * says of itself that it stands in the body and has an id to be shown by. A part that calls itself an attachment and is not
 * shown is one, also beside the body or with an id: mail programs give ids to all they send.
 */
export function isShownInBody({ disposition, related, contentId }: PartFacts, shown: ReadonlySet<string>): boolean {
  if (contentId !== undefined && shown.has(plainId(contentId))) return true;
  if (disposition?.toLowerCase() === 'attachment') return false;
  return related === true || contentId !== undefined;
}

function plainId(id: string): string {
  const bare = id.replace(/^<|>$/g, '').replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
