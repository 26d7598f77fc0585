import { endOf, startOf } from '../../candidates/candidate.ts';
import { CONCEPT_PHRASES } from '../../terms/field-profile.ts';
import { NO_MATCH } from '../../terms/label-index.ts';
import { isContradicting } from '../contradicting-label.ts';
import { type ExtractionContext, RELATIONS } from '../extraction-context.ts';
import type { FeatureWriter } from './feature-writer.ts';
import type { FieldCandidates } from './field-candidates.ts';
import { rivalOf } from './rival-of.ts';

/** Words behind a candidate that may name it (“90 days’ written notice”). */
const WORDS_AFTER = 3;
/** Ems that a gap is told as at most, and what says that nothing stands there. */
const [FAR, NOTHING] = [60, 80];

const NAMES = RELATIONS.map((name) => [name, `label_${name}`, `gap_${name}`] as const);

/** How well the words around a candidate name the field, and how they stand to it. */
export function writeLabelFeatures(out: FeatureWriter, context: ExtractionContext, candidates: FieldCandidates, index: number): void {
  const { field } = candidates;
  const candidate = context.pool.candidates[index];
  if (!candidate) return;
  const around = context.around(index);
  const match = (start: number, end: number) => context.labels.match(start, end)[field] ?? NO_MATCH;
  let strongest = NO_MATCH;
  for (const [name, label, gap] of NAMES) {
    const relation = around[name];
    const found = relation ? match(relation.start, relation.end) : NO_MATCH;
    if (found.score > strongest.score) strongest = found;
    out.set(label, found.score);
    out.set(gap, relation ? Math.min(FAR, relation.gap) : NOTHING);
  }
  const lines = context.labelOfLines(index)[field] ?? NO_MATCH;
  if (lines.score > strongest.score) strongest = lines;
  const scores = context.labelScores(index);
  const own = scores[field] ?? 0;
  const rival = rivalOf(context, field, scores);
  out.set('label_best', own);
  out.set('label_phrase', strongest.phrase);
  out.set('label_unit', strongest.unit);
  out.set('label_lead', own - rival);
  out.set('label_rival', rival);
  out.set('label_share', candidates.best > 0 ? own / candidates.best : 0);
  out.set('label_rank', Math.min(20, candidates.ranks.get(index) ?? 20));
  const range = candidate.ranges[0];
  const selves = range && candidate.kind !== 'block' ? context.labels.match(range[0], range[1]) : [];
  out.set('label_own_text', (selves[field] ?? NO_MATCH).score);
  out.set(
    'label_any_text',
    selves.reduce((most, entry) => Math.max(most, entry?.score ?? 0), 0),
  );
  out.set('label_form', candidate.statedLabels ? own : 0);
  const cue = context.cues.before(field, startOf(candidate));
  out.set('cue', cue.strength);
  out.set('cue_distance', cue.distance);
  const isExactLabel = candidates.exactLabel.has(index);
  out.set('exact_label', isExactLabel);
  out.set('only_exact_label', isExactLabel && candidates.isOnlyExactLabel);
  const end = endOf(candidate);
  out.set('label_after', match(end, Math.min(end + WORDS_AFTER, context.view.tokens.length)).phrase);
  out.set('label_lines', lines.score);
  out.set('gap_lines', around.lines ? Math.min(FAR, around.lines.gap) : NOTHING);
  const whole = around.whole ? match(around.whole.start, around.whole.end) : NO_MATCH;
  out.set('whole_phrase', whole.phrase);
  out.set('label_whole', whole.score);
  const section = context.labelOfSection(index)[field] ?? NO_MATCH;
  out.set('section_phrase', section.phrase);
  out.set('label_section', section.score);
  out.set('label_contradicting', isContradicting(context, field, around));
  out.set('label_elsewhere', Math.max(0, bestElsewhere(context, field, index) - own));
}

/** How well what stands around a candidate names anything known that the field does not ask for, 0 to 1. */
function bestElsewhere(context: ExtractionContext, field: number, index: number): number {
  const own = new Set(context.profiles[field]?.concepts.map(({ id }) => id));
  let most = 0;
  context.conceptScores(index).forEach((score, at) => {
    if (score > most && !own.has(CONCEPT_PHRASES[at]?.id ?? '')) most = score;
  });
  return most;
}
