import type { DeskDocument, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';

/** How many documents are attached, in each state. */
export type Family = Record<string, number>;
/** A row of the list: a document, how deep it stands below others, and what is attached to it. */
export type ListLine = {
  document: DeskDocument;
  depth: number;
  family: Family | null;
  /** True when some of what is attached is among the rows of this list and can be folded away. */
  canFold: boolean;
};

/** The list with attachments below what they are attached to, without those below folded documents. */
export function familyLines(list: Pick<ListDocuments, 'items' | 'attached' | 'families'>, folded: ReadonlySet<string>): ListLine[] {
  const childrenOf = new Map<string, DeskDocument[]>();
  for (const child of list.attached ?? []) {
    const parent = child.parent?.id ?? '';
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child]);
  }
  const lines: ListLine[] = [];
  const add = (document: DeskDocument, depth: number) => {
    const children = childrenOf.get(document.id) ?? [];
    lines.push({ document, depth, family: list.families?.[document.id] ?? null, canFold: children.length > 0 });
    if (!folded.has(document.id)) for (const child of children) add(child, depth + 1);
  };
  for (const document of list.items) add(document, 0);
  return lines;
}

/** What needs someone first. */
const PRESSING: [states: readonly string[], words: string][] = [
  [['failed'], 'failed'],
  [['unmapped'], 'a schema ID to enter'],
  [['stacked'], 'a split to confirm'],
  [['unclassified'], 'a kind to confirm'],
  [['indexed'], 'without a schema'],
  [['to_review'], 'to review'],
  [IN_FLIGHT_STATES, 'in progress'],
  [['approved'], 'approved'],
  [['rejected'], 'rejected'],
  [['split'], 'split'],
];

/** How it stands with what is attached: the most pressing in a few words, and all of it. */
export function familyWords(family: Family): { count: number; short: string; full: string } {
  const count = Object.values(family).reduce((sum, one) => sum + one, 0);
  const parts = PRESSING.flatMap(([states, words]) => {
    const number = states.reduce((sum, state) => sum + (family[state] ?? 0), 0);
    return number > 0 ? [{ number, words }] : [];
  });
  const first = parts[0];
  const short = first ? (first.number === count ? `all ${first.words}` : `${first.number} of ${count} ${first.words}`) : '';
  const full = `Attached: ${parts.map(({ number, words }) => `${number} ${words}`).join(', ')}`;
  return { count, short: count === 1 && first ? `1 ${first.words}` : short, full };
}
