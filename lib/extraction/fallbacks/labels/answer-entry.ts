import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { findLatestEntry } from '../../rows/sections/find-latest-entry.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { entryPartOf } from '../../terms/entry-parts.ts';
import type { FieldKind } from '../../terms/field-kind.ts';
import { evidenceOf } from '../../values/build-value.ts';
import { textOfTokens } from '../../view/document-view.ts';

const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'name', 'place']);
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.6;

/**
 * What a person is or was last, and where: the part of the latest entry of the section on work or on education that a field asks for
 * (“current position”, “university”). Null for other fields, and in documents without such a section.
 */
export function answerEntry(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.field.type !== 'string' || !TEXTS.has(profile.kind)) return null;
  const asked = entryPartOf(profile.field);
  const entry = asked && findLatestEntry(context, asked.section);
  const range = entry?.parts.get(asked?.part ?? 'place');
  if (!asked || !entry || !range) return null;
  const text = textOfTokens(context.view, ...range).replace(/[,;:]$/, '');
  return {
    value: text,
    text,
    confidence: CONFIDENCE,
    evidence: evidenceOf(context.view, [range], entry.page),
    candidates: [],
    reason: `stands in the latest entry of the section on ${asked.section}`,
  };
}
