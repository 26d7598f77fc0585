const KEY = 'countersign.palette.recent';
const MOST = 12;
/** A used entry; places and documents keep what is needed to show them again. */
export type RecentItem = { id: string; label: string; href?: string | undefined };

/** What was used in the palette, last first. */
export function readRecent(): RecentItem[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts an entry at the head of what was used. */
export function keepRecent(item: RecentItem): void {
  const others = readRecent().filter((one) => one.id !== item.id);
  localStorage.setItem(KEY, JSON.stringify([item, ...others].slice(0, MOST)));
}

function isRecent(item: Partial<RecentItem> | null): item is RecentItem {
  return typeof item?.id === 'string' && typeof item.label === 'string' && (item.href === undefined || typeof item.href === 'string');
}
