import { endOf } from '../../candidates/candidate.ts';
import { LABEL_PARTS, WANTED_KINDS } from '../../labels/label-model.ts';
import { type ExtractionContext, RELATIONS } from '../extraction-context.ts';
import { NO_MEANING } from '../label-meanings.ts';
import type { FeatureWriter } from './feature-writer.ts';
import type { FieldCandidates } from './field-candidates.ts';
import { rivalOf } from './rival-of.ts';

const RELATION_NAMES = RELATIONS.map((name) => [name, `meaning_${name}`] as const);
const PART_NAMES = LABEL_PARTS.map((name) => `meaning_part_${name}`);
const WANTED_NAMES = WANTED_KINDS.map((kind) => `wants_${kind}`);

/** How near in meaning the words around a candidate, its own words and the heading of its section are to the field. */
export function writeMeaningFeatures(out: FeatureWriter, context: ExtractionContext, candidates: FieldCandidates, index: number): void {
  const { field, bestMeaning, meaningRanks } = candidates;
  const candidate = context.pool.candidates[index];
  if (!candidate) return;
  const { relations, best, strongest } = context.meaningsOf(index);
  for (const [name, feature] of RELATION_NAMES) out.set(feature, relations.get(name)?.[field]?.chance ?? 0);
  const own = best[field] ?? 0;
  const rival = rivalOf(context, field, best);
  out.set('meaning_best', own);
  out.set('meaning_lead', own - rival);
  out.set('meaning_rival', rival);
  out.set('meaning_share', bestMeaning > 0 ? own / bestMeaning : 0);
  out.set('meaning_rank', Math.min(20, meaningRanks.get(index) ?? 20));
  const range = candidate.kind === 'block' ? undefined : candidate.ranges[0];
  const selves = range ? context.meaningOf(range[0], range[1]) : [];
  out.set('meaning_own_text', selves[field]?.chance ?? 0);
  out.set(
    'meaning_any_text',
    selves.reduce((most, meaning) => Math.max(most, meaning?.chance ?? 0), 0),
  );
  const { parts } = strongest[field] ?? NO_MEANING;
  PART_NAMES.forEach((feature, at) => {
    out.set(feature, parts[at] ?? 0);
  });
  const heading = context.headingOf(index);
  out.set('heading_score', heading.score[field] ?? 0);
  out.set('heading_meaning', heading.meaning[field] ?? 0);
  out.set('heading_steps', heading.steps);
  out.set('meaning_after', context.meaningAfter(endOf(candidate))[field]?.chance ?? 0);
  const { left, above } = context.around(index);
  const labelness = (found: { start: number; end: number } | null) => (found ? context.labelnessOf(found.start, found.end) : 0);
  out.set('labelness', range ? context.labelnessOf(range[0], range[1]) : 0);
  out.set('labelness_left', labelness(left));
  out.set('labelness_above', labelness(above));
  const wants = context.wants[field];
  WANTED_NAMES.forEach((feature, at) => {
    out.set(feature, wants?.[at] ?? 0);
  });
}
