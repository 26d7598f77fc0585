import type { Candidate } from '../../candidates/candidate.ts';
import { COVERS } from '../coverage.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import { CANDIDATE_KINDS, ORIGINS } from '../feature-names.ts';
import type { FeatureWriter } from './feature-writer.ts';

/** What a candidate's text looks like, whatever the field. */
export function writeTextFeatures(out: FeatureWriter, context: ExtractionContext, candidate: Candidate, index: number): void {
  const facts = context.textFacts(index);
  for (const kind of CANDIDATE_KINDS) out.set(`kind_${kind}`, candidate.kind === kind);
  for (const origin of ORIGINS) out.set(`origin_${origin}`, candidate.origin === origin);
  out.set('words', Math.min(30, facts.words));
  out.set('characters', Math.min(200, facts.characters));
  out.set('digits', facts.digits);
  out.set('capitals', facts.capitals);
  out.set('title_case', facts.titleCase);
  out.set('colon', facts.colon);
  out.set('ends_comma', facts.endsWithComma);
  out.set('lines', facts.lines);
  out.set('organisation', facts.organisation);
  out.set('person', facts.person);
  out.set('address', facts.address);
  out.set('place', facts.place);
  out.set('address_first', facts.addressFirst);
  out.set('address_last', facts.addressLast);
  out.set('address_next', facts.addressNext);
  out.set('address_before', facts.addressBefore);
  out.set('share', facts.share);
  out.set('size', facts.size);
  out.set('bold', facts.bold);
  out.set('confidence', facts.confidence);
  out.set('doubt', Math.min(5, facts.doubt));
  out.set('mixed', Math.min(5, facts.mixed));
  out.set('next_bracket', facts.nextBracket);
  out.set('next_quoted', facts.nextQuoted);
  out.set('before_bracket', facts.beforeBracket);
  out.set('next_capital', facts.nextCapital);
  out.set('before_capital', facts.beforeCapital);
  out.set('hidden', facts.hidden);
  out.set('text_repeats', Math.min(12, context.repeatsOf(index)));
  out.set('size_of_largest', facts.size / Math.max(1, context.view.pages[candidate.page]?.largest ?? 1));
  const covered = context.coverage(index);
  COVERS.forEach((kind, bit) => {
    out.set(`covered_${kind}`, (covered >> bit) & 1);
  });
}
