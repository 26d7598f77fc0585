import { z } from 'zod';

const KEY = 'countersign.palette.recent';
const MOST = 12;
/** A used entry; places and documents keep what is needed to show them again. */
const recentSchema = z.array(z.object({ id: z.string(), label: z.string(), href: z.string().optional() })).max(100);
export type RecentItem = z.infer<typeof recentSchema>[number];

/** What was used in the palette, last first. */
export function readRecent(): RecentItem[] {
  try {
    return recentSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** Puts an entry at the head of what was used. */
export function keepRecent(item: RecentItem): void {
  const others = readRecent().filter((one) => one.id !== item.id);
  localStorage.setItem(KEY, JSON.stringify([item, ...others].slice(0, MOST)));
}
