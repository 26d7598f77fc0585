import type { Candidate } from '../../candidates/candidate.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import { isAskedNumber } from '../asked-number.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import { FIELD_KINDS, TAGS } from '../feature-names.ts';
import type { FeatureWriter } from './feature-writer.ts';

const SELLER_SIDE = new Set(['seller', 'sender', 'payer', 'employer']);

/** What a field asks for, and whose it is beside whose block the candidate stands in. */
export function writeFieldFeatures(
  out: FeatureWriter,
  context: ExtractionContext,
  profile: FieldProfile,
  candidate: Candidate,
  index: number,
): void {
  const { kind, role, field } = profile;
  for (const name of FIELD_KINDS) out.set(`field_${name}`, kind === name);
  for (const name of ['email', 'phone', 'url']) out.set(`field_${name}`, kind === name);
  for (const tag of TAGS) out.set(`tag_${tag}`, profile.tags.has(tag));
  out.set('field_list', field.type === 'list');
  out.set('field_number', field.type === 'number' || field.type === 'integer' || field.type === 'percentage');
  out.set('field_concept', profile.concepts[0]?.score ?? 0);
  out.set('kind_is_field_kind', kind === candidate.kind);
  out.set('is_asked_number', isAskedNumber(profile, candidate));
  const party = context.party(index);
  out.set('role_match', party && role ? (party.role === role ? 1 : -1) : 0);
  out.set('role_distance', party ? Math.min(30, party.distance) : 40);
  out.set('role_known', party !== null);
  out.set('field_has_role', role !== null);
  out.set('field_seller_side', role !== null && SELLER_SIDE.has(role));
  out.set('party_steps', party ? Math.min(20, party.steps) : 20);
}
