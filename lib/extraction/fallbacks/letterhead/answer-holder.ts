import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { bandsOf } from '../../rows/layout/bands.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { sectionOfHeading } from '../../terms/section-names.ts';
import { evidenceOf } from '../../values/build-value.ts';
import { textOfTokens } from '../../view/document-view.ts';

/** Sections of a person's life from which a document is about that person, and words of their headings at most. */
const [SECTIONS, HEADING_WORDS] = [3, 4];
/** How much of the first page is its head, and how much larger than the rest the name is set. */
const [HEAD, LARGE] = [0.25, 1.1];
/** How alike in size the words of one name are. */
const ALIKE = 0.1;
const NAME = /^\p{Lu}[\p{L}.'’-]*(?: (?:(?:von|van|de|der|den|di|da|dos|del|la|le|bin|al) )*\p{Lu}[\p{L}.'’-]*){1,3}$/u;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.5;

/**
 * Whose document it is where a document tells a person's life in sections (a CV): the largest line at its head, if that may be a name. Null for
 * fields that ask for no name, or for that of a party, and for other documents.
 */
export function answerHolder(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  const page = context.view.pages[0];
  if (profile?.kind !== 'name' || profile.role !== null || !page || !isAboutPerson(context)) return null;
  const sizeOf = (start: number) => context.view.tokens[start]?.size ?? 1;
  const lines = bandsOf(context.view, page).flatMap(({ segments, top }) => {
    const size = Math.max(...segments.map(({ start }) => sizeOf(start)));
    if (top > HEAD * page.height || size < LARGE) return [];
    const ranges = segments
      .filter(({ start, end }) => size - sizeOf(start) < ALIKE * size && sectionOfHeading(textOfTokens(context.view, start, end)) === null)
      .map(({ start, end }): [number, number] => [start, end]);
    const text = ranges.map((range) => textOfTokens(context.view, ...range)).join(' ');
    return NAME.test(text) ? [{ size, ranges, text }] : [];
  });
  const [first] = lines.sort((a, b) => b.size - a.size);
  if (!first) return null;
  return {
    value: first.text,
    text: first.text,
    confidence: CONFIDENCE,
    evidence: evidenceOf(context.view, first.ranges, 0),
    candidates: [],
    reason: 'the largest print at the head',
  };
}

/** True for a document that tells a person's life in sections (a CV). */
export function isAboutPerson({ view }: ExtractionContext): boolean {
  const found = new Set<string>();
  for (const { start, end } of view.segments) {
    const section = end - start <= HEADING_WORDS ? sectionOfHeading(textOfTokens(view, start, end)) : null;
    if (section) found.add(section);
  }
  return found.size >= SECTIONS && (found.has('work') || found.has('education'));
}
