import type { LabelIndex } from '../terms/label-index.ts';
import { PARTY_ROLES } from '../terms/party-roles.ts';
import { familiesOfPhrase, isFiller, weightOfFamily } from '../terms/vocabulary.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { Place } from './place.ts';

/** A heading that says whose data follow. Edges in ems. */
type Heading = { role: string; left: number; top: number; right: number; bottom: number };

/** Whose block a place belongs to, and how far its heading is (ems). */
export type PartyContext = {
  role: string;
  distance: number /** Lines between heading and place, by the page's line height. */;
  steps: number;
};

const headings = PARTY_ROLES.flatMap((role) =>
  role.headings.map((text) => ({ role: role.id, families: [...new Set(familiesOfPhrase(text))] })),
).filter((entry) => entry.families.length > 0);
const byFamily = new Map<string, typeof headings>();
for (const heading of headings) {
  const first = heading.families[0] ?? '';
  byFamily.set(first, [...(byFamily.get(first) ?? []), heading]);
}

/** Knows the headings of parties ("Bill to", "Käufer:") on every page and tells which one a place belongs to. */
export class PartyMap {
  private readonly pages: Heading[][];

  constructor(view: DocumentView, labels: LabelIndex) {
    this.pages = view.pages.map((page) => {
      const found: Heading[] = [];
      for (let index = page.segments[0]; index < page.segments[1]; index++) {
        const segment = view.segments[index];
        if (!segment) continue;
        // The heading may be followed by its value in the same segment ("Bill to: Some Company").
        const whole = segment.end - segment.start <= 7 ? segment.end : -1;
        let colon = -1;
        for (let token = segment.start; token < Math.min(segment.end, segment.start + 5); token++)
          if (/:$/.test(view.tokens[token]?.text ?? '')) {
            colon = token + 1;
            break;
          }
        const end = colon > 0 ? colon : whole;
        if (end < 0) continue;
        const role = roleOf(labels, segment.start, end);
        if (!role) continue;
        const last = view.tokens[end - 1];
        found.push({ role, left: segment.left, top: segment.top, right: last?.right ?? segment.right, bottom: segment.bottom });
      }
      return found;
    });
  }

  /** True where a heading of a party begins, so that the text there names no one. */
  isHeading({ page, left, top }: Place): boolean {
    return (this.pages[page] ?? []).some((heading) => Math.abs(heading.left - left) < 0.5 && Math.abs(heading.top - top) < 0.5);
  }

  /** The nearest heading over or left of the place, or null. */
  at(place: Place): PartyContext | null {
    let best: PartyContext | null = null;
    for (const heading of this.pages[place.page] ?? []) {
      const down = place.top - heading.bottom;
      if (down < -1.6 || down > 22) continue;
      const sameLine = down < 0;
      if (sameLine && heading.right > place.left + 1) continue;
      const shift = Math.abs(place.left - heading.left);
      const inColumn = place.left > heading.left - 2 && place.left < heading.left + 26;
      if (!sameLine && !inColumn) continue;
      const distance = sameLine ? 0.2 + (place.left - heading.right) * 0.15 : Math.max(0, down) + shift * 0.35;
      if (!best || distance < best.distance)
        best = { role: heading.role, distance, steps: sameLine ? 0 : Math.round(Math.max(0, down) / 1.35) };
    }
    return best;
  }
}

function roleOf(labels: LabelIndex, start: number, end: number): string | null {
  const present = new Set<string>();
  let mass = 0;
  for (let token = start; token < end; token++)
    for (const family of labels.families(token)) {
      if (!present.has(family) && !isFiller(family)) mass += weightOfFamily(family);
      present.add(family);
    }
  let best: string | null = null;
  let bestShare = 0.6;
  for (const family of present)
    for (const heading of byFamily.get(family) ?? []) {
      if (!heading.families.every((part) => present.has(part))) continue;
      const weight = heading.families.reduce((sum, part) => sum + weightOfFamily(part), 0);
      const share = mass ? weight / mass : 0;
      if (share > bestShare) {
        bestShare = share;
        best = heading.role;
      }
    }
  return best;
}
