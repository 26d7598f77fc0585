import { foldText } from '#lib/document/values/fold-text.ts';
import { SECTIONS } from '../languages/ids.ts';
import type { Section } from '../languages/language.ts';
import { entriesOf } from '../languages/languages.ts';

/** What sections of documents about persons, projects and journeys are called, as folded words, with what they tell. */
const NAMES = new Map<string, Section>();
for (const section of SECTIONS)
  for (const name of entriesOf(({ sections }) => sections?.[section]).map(wordsOf)) if (!NAMES.has(name)) NAMES.set(name, section);

function wordsOf(text: string): string {
  return foldText(text)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** The section that a whole heading names ("Work Experience", "BERUFSERFAHRUNG:"), or null. */
export function sectionOfHeading(heading: string): string | null {
  return NAMES.get(wordsOf(heading)) ?? null;
}

/** The sections that a field asks for by any of its words: its name, its label or its description names one. */
export function sectionsAskedFor(texts: readonly string[]): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text.replace(/([a-z])([A-Z])/g, '$1 $2')).split(' ');
    for (let start = 0; start < words.length; start++)
      for (let end = start + 1; end <= Math.min(words.length, start + 3); end++) {
        const section = NAMES.get(words.slice(start, end).join(' '));
        if (section) asked.add(section);
      }
  }
  return asked;
}
