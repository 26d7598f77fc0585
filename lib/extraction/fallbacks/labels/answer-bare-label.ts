import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { keyOfTokens } from '../../scoring/key-of-tokens.ts';
import type { FieldKind } from '../../terms/field-kind.ts';
import { evidenceOf } from '../../values/build-value.ts';
import { isAloneOnLine, textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';

/** Words of a document at most for its lines to be taken for a label and its value without a colon between them. */
const SMALL = 100;
/** Words of a value at most. */
const LONGEST = 6;
/** Words of a label at most. */
const LABEL = 4;
/** What such a value is worth. Set by hand: a person sees it. */
const BARE = 0.55;
const KINDS: ReadonlySet<FieldKind> = new Set(['text', 'name', 'identifier', 'place']);

/**
 * A fallback for a field of text that scoring left empty in a printed document of a few lines: what stands behind the owner's own label
 * on a line that has nothing else ("Insured Ann Lee"), when one line only begins with the label. Null otherwise.
 */
export function answerBareLabel(context: ExtractionContext, field: number): ExtractedValue | null {
  const { view, profiles } = context;
  const profile = profiles[field];
  if (profile?.field.type !== 'string' || !KINDS.has(profile.kind) || view.recognised || view.tokens.length > SMALL) return null;
  const found = view.segments.flatMap((segment) => {
    const start = valueStart(context, field, segment);
    return start === null ? [] : [{ segment, start }];
  });
  const [only, ...others] = found;
  if (!only || others.length) return null;
  const { segment, start } = only;
  const text = textOfTokens(view, start, segment.end);
  return {
    value: text,
    text,
    confidence: BARE,
    evidence: evidenceOf(view, [[start, segment.end]], segment.page),
    candidates: [],
    reason: `stands behind “${textOfTokens(view, segment.start, start)}”`,
  };
}

/** Where the value behind the field's own label begins on a line of label and value, or null. */
function valueStart(context: ExtractionContext, field: number, segment: Segment): number | null {
  const { view, profiles, labels } = context;
  const isOnly = isAloneOnLine(view, segment);
  if (!isOnly) return null;
  for (let cut = Math.min(segment.start + LABEL, segment.end - 1); cut > segment.start; cut--) {
    const key = keyOfTokens(context, segment.start, cut);
    const owners = profiles.flatMap((profile, at) => (key && profile.ownLabels.has(key) ? [at] : []));
    if (!owners.length) continue;
    const first = view.tokens[cut]?.text ?? '';
    const last = view.tokens[segment.end - 1]?.text ?? '';
    const isValue = segment.end - cut <= LONGEST && /^[\p{Lu}\d]/u.test(first) && !/[.:?!]$/.test(last);
    const isLabel = labels.match(cut, segment.end).some((match) => match && match.phrase > 0.5 && match.unit > 0.6);
    return isValue && !isLabel && owners.length === 1 && owners[0] === field ? cut : null;
  }
  return null;
}
