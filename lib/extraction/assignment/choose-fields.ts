import type { Rule } from '#lib/contract/service/extraction-schema.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { isTradeLike } from '../candidates/text-likeness.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { FEATURES } from '../scoring/feature-names.ts';
import { isInAskedUnit, printedUnit } from '../scoring/printed-unit.ts';
import { type Ranked, rankField } from '../scoring/rank-field.ts';
import { type AnswerGroup, answerGroupOf, groupOf, type Weights } from '../scoring/weights.ts';
import { distinct, keyOfCandidate, overlaps } from './compare-candidates.ts';
import type { FieldAssignment } from './field-assignment.ts';
import { fitSpans } from './fit-spans.ts';
import { fitSums } from './fit-sums.ts';
import { totalFirst } from './total-first.ts';

/** How near (log-odds) another party's field must come to the same number for both to be in doubt. */
const CLOSE = 1.2;
/** A label says nothing of a field below this likeness. */
export const UNNAMED = 0.3;
/** Sums that are often the same amount, of which a document may name one only. */
const TOTALS = new Set(['net_total', 'grand_total', 'amount_due', 'gross_amount', 'paid_amount', 'line_total']);
const BY_FORM: ReadonlySet<AnswerGroup> = new Set(['date', 'amount', 'code']);

const LABEL_BEST = FEATURES.indexOf('label_best');
const ONLY_EXACT_LABEL = FEATURES.indexOf('only_exact_label');
const RECOGNISED = FEATURES.indexOf('recognised');

/** How well the label beside a candidate names the field, 0 to 1. */
export function labelBest(entry: Ranked): number {
  return entry.features[LABEL_BEST] ?? 0;
}

/** True for text that was recognised from pixels. */
export function isRecognised(entry: Ranked): boolean {
  return entry.features[RECOGNISED] === 1;
}

/** True for the only candidate that stands literally behind the field's label, in text that was not recognised from pixels. */
export function isExactLabel(entry: Ranked): boolean {
  return entry.features[ONLY_EXACT_LABEL] === 1 && !isRecognised(entry);
}

/** Values known by their form go before others when they stand literally behind the label. */
function exactLabelFirst(context: ExtractionContext, ranked: Ranked[], group: AnswerGroup): Ranked[] {
  const at = ranked.findIndex(isExactLabel);
  const entry = ranked[at];
  const isKnown = BY_FORM.has(group) || (entry && context.pool.candidates[entry.index]?.kind === 'place');
  if (at <= 0 || !entry || !isKnown) return ranked;
  return [{ ...entry, score: ranked[0]?.score ?? entry.score }, ...ranked.filter((_, index) => index !== at)];
}

/** Log-odds that a figure in the unit asked for may be behind one without any. */
const UNIT = 3;

/** Puts a figure in the unit that the field asks for before one that says nothing of its unit. */
function measuredFirst(context: ExtractionContext, field: number, ranked: Ranked[]): Ranked[] {
  const profile = context.profiles[field];
  const top = ranked[0];
  if (!profile?.unit || profile.unit === 'percent' || !top) return ranked;
  const entry = ranked.find(({ index }) => {
    const candidate = context.pool.candidates[index];
    return candidate && isInAskedUnit(context, profile, candidate, index);
  });
  if (!entry || entry === top || entry.score < top.score - UNIT || isExactLabel(top)) return ranked;
  return [{ ...entry, score: top.score }, ...ranked.filter((other) => other !== entry)];
}

/** Log-odds that a hidden candidate stays behind a visible one whose label names the field as well. */
const UNSEEN = 2;

/** Puts what a reader of the page can see before hidden text that is labelled no better; hidden text stays a candidate. */
function visibleFirst(context: ExtractionContext, ranked: Ranked[]): Ranked[] {
  const isHidden = ({ index }: Ranked) => context.textFacts(index).hidden > 0;
  const hidden = ranked.filter(isHidden);
  const best = Math.max(...hidden.map(labelBest));
  const seen = ranked.find((entry) => !isHidden(entry) && labelBest(entry) >= Math.max(UNNAMED, 0.8 * best));
  const top = ranked[0];
  if (!hidden.length || !seen || !top) return ranked;
  const raised = isHidden(top) ? { ...seen, score: top.score } : seen;
  return ranked
    .map((entry) => (entry === seen ? raised : isHidden(entry) ? { ...entry, score: Math.min(entry.score, raised.score - UNSEEN) } : entry))
    .sort((a, b) => b.score - a.score || a.index - b.index);
}

/** Log-odds that a name in capitals or larger type may be behind the line of trade under it. */
const UNDER_NAME = 2;
/** Share of capitals above which text is set in capitals, and how much larger type stands out. */
const [CAPITALS, LARGER] = [0.6, 1.2];

/** Puts the name of a firm, in capitals or larger type, before the line under it that says what it trades in. */
function nameBeforeTrade(context: ExtractionContext, field: number, ranked: Ranked[]): Ranked[] {
  const top = ranked[0];
  const trade = top && context.pool.candidates[top.index];
  if (!top || context.profiles[field]?.kind !== 'name' || trade?.origin !== 'segment' || !isTradeLike(trade.text)) return ranked;
  const facts = context.textFacts(top.index);
  const above = context.view.links.above[trade.segment] ?? -1;
  const name = ranked.find(({ index }) => context.pool.candidates[index]?.segment === above && context.textFacts(index).share === 1);
  if (!name || name.score < top.score - UNDER_NAME || facts.organisation > 0 || facts.capitals > CAPITALS) return ranked;
  const { capitals, size } = context.textFacts(name.index);
  if (capitals <= CAPITALS && size < LARGER * facts.size) return ranked;
  return [{ ...name, score: top.score }, ...ranked.filter((entry) => entry !== name)];
}

/** Takes figures without a sign or unit that a field of money chose first out of what fields of percentages and measures may choose. */
function leaveMoney(context: ExtractionContext, assignments: readonly FieldAssignment[]): void {
  const money = assignments.flatMap(({ field, ranked, position }) =>
    context.profiles[field]?.kind === 'money' && (ranked[position]?.score ?? -1) > 0 ? (ranked[position] ?? []) : [],
  );
  for (const assignment of assignments) {
    const profile = context.profiles[assignment.field];
    if (profile?.kind !== 'percentage' && !profile?.unit) continue;
    assignment.ranked = assignment.ranked.filter(({ index }) => {
      const candidate = context.pool.candidates[index];
      const isBare = candidate?.kind === 'amount' && printedUnit(context.view, candidate) === null;
      return !isBare || !money.some((owner) => overlaps(context, owner.index, index));
    });
  }
}

/** True for fields whose values belong to one party each: the same VAT id or name is never both the seller's and the buyer's. */
function areContradicting(context: ExtractionContext, field: number, other: number): boolean {
  const [one, two] = [context.profiles[field], context.profiles[other]];
  if (!one || !two || one.kind !== two.kind) return false;
  const roles = new Set([one.role, two.role]);
  return one.kind === 'vat_id' || (one.kind === 'name' && roles.has('seller') && roles.has('buyer'));
}

/** True for a seller's VAT id that is the only one printed: documents that name the buyer's name the seller's too. */
function isOnlySellers(context: ExtractionContext, taken: Taken): boolean {
  const profile = context.profiles[taken.field];
  if (profile?.kind !== 'vat_id' || profile.role !== 'seller' || context.party(taken.index)?.role === 'buyer') return false;
  const key = keyOfCandidate(context, taken.index);
  return context.pool.candidates.every(({ kind, value }) => kind !== 'vat_id' || textKey(String(value)) === key);
}

type Taken = { index: number; score: number; field: number; label: number };

/**
 * True when what another field took cannot be this one's as well: the same VAT id for a second party, or an amount whose
 * label names the other field and not this one (but one total may well equal another).
 */
function isDenied(context: ExtractionContext, owner: Taken, assignment: FieldAssignment, choice: Ranked): boolean {
  if (isNumberOfOther(context, owner, assignment, choice) || isOtherEnd(context, owner, assignment, choice)) return true;
  const isSame = () => keyOfCandidate(context, owner.index) === keyOfCandidate(context, choice.index);
  if (areContradicting(context, assignment.field, owner.field)) return isSame() || overlaps(context, owner.index, choice.index);
  if (assignment.group === 'text' || assignment.fits || labelBest(choice) >= UNNAMED || owner.label <= labelBest(choice) + 0.25)
    return false;
  if (assignment.group === 'date') return overlaps(context, owner.index, choice.index) && isSame();
  const isTotal = TOTALS.has(context.profiles[assignment.field]?.concepts[0]?.id ?? '');
  return overlaps(context, owner.index, choice.index) || (!isTotal && isSame());
}

/** True for a number that a surer field was given: one number is one thing. */
function isNumberOfOther(context: ExtractionContext, owner: Taken, assignment: FieldAssignment, choice: Ranked): boolean {
  const kinds = [assignment.field, owner.field].map((field) => context.profiles[field]?.kind);
  if (!kinds.every((kind) => kind === 'identifier' || kind === 'vat_id') || !overlaps(context, owner.index, choice.index)) return false;
  return kinds[0] === 'identifier' && kinds[1] === 'vat_id' ? true : owner.score > choice.score + 1;
}

/** True for the text of the day on which something begins, before a field for the day on which it ends. */
function isOtherEnd(context: ExtractionContext, owner: Taken, assignment: FieldAssignment, choice: Ranked): boolean {
  const [own, other] = [context.profiles[assignment.field], context.profiles[owner.field]];
  if (own?.kind !== 'date' || other?.kind !== 'date') return false;
  const ends = own.tags.has('end') && !own.tags.has('start');
  const begins = (other.tags.has('start') || other.tags.has('effective')) && !other.tags.has('end');
  const isSame = keyOfCandidate(context, owner.index) === keyOfCandidate(context, choice.index);
  return ends && begins && isSame && owner.score >= choice.score && overlaps(context, owner.index, choice.index);
}

/** Choices for all fields of a document that are found by scoring: those of one value, and the candidates of lists by field. */
export type Choices = {
  assignments: FieldAssignment[];
  lists: Map<number, Ranked[]>;
  /** Fields whose number another party's field wanted nearly as much: it may be the other one's. */
  shared: ReadonlySet<number>;
};

/**
 * Chooses among the candidates of all fields together: sums and spans that fit are preferred, the surest field chooses first,
 * and text that was taken is given to another text field only when that one is nearly as sure of it.
 */
export function chooseFields(
  context: ExtractionContext,
  weights: Weights,
  fields: readonly number[],
  rules: readonly Rule[] = [],
): Choices {
  const assignments: FieldAssignment[] = [];
  const lists = new Map<number, Ranked[]>();
  for (const field of fields) {
    const profile = context.profiles[field];
    if (!profile) continue;
    const mentions = rankField(context, field, weights);
    const ranked = distinct(context, mentions);
    if (profile.field.type === 'list') lists.set(field, ranked);
    else
      assignments.push({
        field,
        ranked: exactLabelFirst(
          context,
          visibleFirst(context, totalFirst(context, field, measuredFirst(context, field, nameBeforeTrade(context, field, ranked)))),
          answerGroupOf(profile.kind, false),
        ),
        mentions,
        group: groupOf(profile.kind),
        position: 0,
      });
  }
  fitSums(context, assignments, rules);
  fitSpans(context, assignments);
  leaveMoney(context, assignments);
  return { assignments, lists, shared: settle(context, assignments) };
}

/** Moves choices on that another field has the better claim to. Returns the fields whose choice stays in doubt for that. */
function settle(context: ExtractionContext, assignments: readonly FieldAssignment[]): Set<number> {
  const taken: Taken[] = [];
  const shared = new Set<number>();
  const open = [...assignments];
  while (open.length) {
    open.sort((a, b) => (b.ranked[b.position]?.score ?? -99) - (a.ranked[a.position]?.score ?? -99) || a.field - b.field);
    const assignment = open[0];
    if (!assignment) break;
    const choice = assignment.ranked[assignment.position];
    const owner = choice && assignment.group === 'text' ? taken.find((entry) => overlaps(context, entry.index, choice.index)) : undefined;
    const next = assignment.ranked[assignment.position + 1];
    if (owner && choice && choice.score < owner.score - 1 && next && next.score > -3) {
      assignment.position++;
      continue;
    }
    const rival = choice && taken.find((entry) => isDenied(context, entry, assignment, choice));
    if (rival) {
      if (areContradicting(context, assignment.field, rival.field) && choice.score > rival.score - CLOSE && !isOnlySellers(context, rival))
        shared.add(rival.field);
      assignment.position++;
      continue;
    }
    open.shift();
    if (choice) taken.push({ index: choice.index, score: choice.score, field: assignment.field, label: labelBest(choice) });
  }
  return shared;
}
