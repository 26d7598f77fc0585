/** What is asked of a link: its address as it is written and in full, where it opens, and whether it downloads. */
type Link = { written: string; href: string; target: string; isDownload: boolean };

/** True when following the link in this tab ends the page that is open: not for downloads, places on it, or other programs' addresses. */
export function leavesPage({ written, href, target, isDownload }: Link): boolean {
  return !isDownload && target !== '_blank' && !written.startsWith('#') && /^https?:/i.test(href);
}
