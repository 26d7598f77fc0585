import type { PersonName } from '#lib/contract/desk/user.ts';

/** What is being typed after an `@`: where it begins, and what stands between it and the cursor. */
export type MentionStart = { at: number; typed: string };

/** The `@` before the cursor that a name may be typed after; null where none is. */
export function findMentionStart(text: string, cursor: number): MentionStart | null {
  const found = /(?:^|[\s([{"'])@([^\n@]{0,40})$/.exec(text.slice(0, cursor));
  return found ? { at: cursor - found[1]!.length - 1, typed: found[1]! } : null;
}

const MOST = 6;

/** People whose name, or a word of it, begins as typed; those whose whole name does so first. */
export function matchPeople(people: readonly PersonName[], typed: string): PersonName[] {
  const sought = typed.toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(sought);
  const hasWord = (name: string) => name.split(/[\s-]+/).some(begins);
  return people
    .filter(({ name }) => begins(name) || hasWord(name))
    .toSorted((one, other) => Number(begins(other.name)) - Number(begins(one.name)))
    .slice(0, MOST);
}

/** A text in parts: those with a `person` name somebody. The longest name that fits is taken, so that Ann does not hide Ann Lee. */
export function splitMentions(text: string, mentions: readonly PersonName[]): { text: string; person: PersonName | null; at: number }[] {
  const known = mentions.toSorted((one, other) => other.name.length - one.name.length);
  const parts: { text: string; person: PersonName | null; at: number }[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = at < from ? undefined : known.find(({ name }) => text.startsWith(name, at + 1));
    if (!person) continue;
    if (at > from) parts.push({ text: text.slice(from, at), person: null, at: from });
    from = at + 1 + person.name.length;
    parts.push({ text: text.slice(at, from), person, at });
  }
  if (from < text.length) parts.push({ text: text.slice(from), person: null, at: from });
  return parts;
}
