const KEY = 'countersign.palette.recent';
const MOST = 12;
/** Of these so many are documents at most: going from one to the next would push out everything else. */
const MOST_DOCUMENTS = 5;
/** A used entry; places and documents keep what is needed to show them again. */
export type RecentItem = { id: string; label: string; href?: string | undefined };

const keyOf = (personId: string) => `${KEY}.${personId}`;

/** What the person used in the palette, and the documents they opened in this browser, last first. */
export function readRecent(personId: string): RecentItem[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts an entry at the head of what the person used. */
export function keepRecent(personId: string, item: RecentItem): void {
  const all = [item, ...readRecent(personId).filter((one) => one.id !== item.id)];
  const tooOld = new Set(all.filter(isDocument).slice(MOST_DOCUMENTS));
  const kept = all.filter((one) => !tooOld.has(one)).slice(0, MOST);
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(kept));
  } catch {
    // full, or forbidden by the browser: the palette then only lacks what was used last
  }
}

/** An entry of a document. */
export function recentDocument(id: string, name: string): RecentItem {
  return { id: `document ${id}`, label: name, href: `/documents/${id}` };
}

/** True for an entry of a document. */
export function isDocument({ href }: RecentItem): boolean {
  return href?.startsWith('/documents/') ?? false;
}

function isRecent(item: Partial<RecentItem> | null): item is RecentItem {
  return typeof item?.id === 'string' && typeof item.label === 'string' && (item.href === undefined || typeof item.href === 'string');
}
