import type { Rule } from '#lib/contract/service/extraction-schema.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { isTradeLike } from '../candidates/text-likeness.ts';
import { FEATURES } from '../scoring/feature-names.ts';
import { isInAskedUnit, printedUnit } from '../scoring/printed-unit.ts';
import { type Ranked, rankField } from '../scoring/rank-field.ts';
import type { Scene } from '../scoring/scene.ts';
import { type AnswerGroup, answerGroupOf, groupOf, type Weights } from '../scoring/weights.ts';
import { clash, distinct, keyOfCandidate } from './clash.ts';
import type { Contest } from './contest.ts';
import { fitSpans } from './fit-spans.ts';
import { fitSums } from './fit-sums.ts';
import { totalFirst } from './total-first.ts';

/** How near (log-odds) another party's field must come to the same number for both to be in doubt. */
const CLOSE = 1.2;
/** A label says nothing of a field below this likeness. */
export const UNNAMED = 0.3;
/** Sums that are often the same amount, of which a paper may name one only. */
const TOTALS = new Set(['net_total', 'grand_total', 'amount_due', 'gross_amount', 'paid_amount', 'line_total']);
const BY_FORM: ReadonlySet<AnswerGroup> = new Set(['date', 'amount', 'code']);

const LABEL_BEST = FEATURES.indexOf('label_best');
const LITERAL_ONLY = FEATURES.indexOf('literal_only');
const RECOGNISED = FEATURES.indexOf('recognised');

/** How well the label beside a candidate names the field, 0 to 1. */
export function labelBest(entry: Ranked): number {
  return entry.features[LABEL_BEST] ?? 0;
}

/** True for print that was recognised from pixels. */
export function isRecognised(entry: Ranked): boolean {
  return entry.features[RECOGNISED] === 1;
}

/** True for the only candidate that stands literally behind the field's label, in print that was not recognised from pixels. */
export function isLiteral(entry: Ranked): boolean {
  return entry.features[LITERAL_ONLY] === 1 && !isRecognised(entry);
}

/** Values known by their form go before others when they stand literally behind the label. */
function literalFirst(scene: Scene, ranked: Ranked[], group: AnswerGroup): Ranked[] {
  const at = ranked.findIndex(isLiteral);
  const entry = ranked[at];
  const isKnown = BY_FORM.has(group) || (entry && scene.pool.candidates[entry.index]?.kind === 'place');
  if (at <= 0 || !entry || !isKnown) return ranked;
  return [{ ...entry, score: ranked[0]?.score ?? entry.score }, ...ranked.filter((_, index) => index !== at)];
}

/** Log-odds that a figure in the unit asked for may be behind one without any. */
const UNIT = 3;

/** Puts a figure in the unit that the field asks for before one that says nothing of its unit. */
function measuredFirst(scene: Scene, field: number, ranked: Ranked[]): Ranked[] {
  const profile = scene.profiles[field];
  const top = ranked[0];
  if (!profile?.unit || profile.unit === 'percent' || !top) return ranked;
  const entry = ranked.find(({ index }) => {
    const candidate = scene.pool.candidates[index];
    return candidate && isInAskedUnit(scene, profile, candidate, index);
  });
  if (!entry || entry === top || entry.score < top.score - UNIT || isLiteral(top)) return ranked;
  return [{ ...entry, score: top.score }, ...ranked.filter((other) => other !== entry)];
}

/** Log-odds that a hidden candidate stays behind a visible one whose label names the field as well. */
const UNSEEN = 2;

/** Puts what a reader of the page can see before hidden print that is labelled no better; hidden print stays a candidate. */
function visibleFirst(scene: Scene, ranked: Ranked[]): Ranked[] {
  const isHidden = ({ index }: Ranked) => scene.textFacts(index).hidden > 0;
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

/** Log-odds that a name in capitals or larger print may be behind the line of trade under it. */
const UNDER_NAME = 2;
/** Share of capitals above which print is set in capitals, and how much larger print stands out. */
const [CAPITALS, LARGER] = [0.6, 1.2];

/** Puts the name of a firm, in capitals or larger print, before the line under it that says what it trades in. */
function nameBeforeTrade(scene: Scene, field: number, ranked: Ranked[]): Ranked[] {
  const top = ranked[0];
  const trade = top && scene.pool.candidates[top.index];
  if (!top || scene.profiles[field]?.kind !== 'name' || trade?.origin !== 'segment' || !isTradeLike(trade.text)) return ranked;
  const facts = scene.textFacts(top.index);
  const above = scene.view.links.above[trade.segment] ?? -1;
  const name = ranked.find(({ index }) => scene.pool.candidates[index]?.segment === above && scene.textFacts(index).share === 1);
  if (!name || name.score < top.score - UNDER_NAME || facts.organisation > 0 || facts.capitals > CAPITALS) return ranked;
  const { capitals, size } = scene.textFacts(name.index);
  if (capitals <= CAPITALS && size < LARGER * facts.size) return ranked;
  return [{ ...name, score: top.score }, ...ranked.filter((entry) => entry !== name)];
}

/** Takes figures without a sign or unit that a field of money chose first out of what fields of percentages and measures may choose. */
function leaveMoney(scene: Scene, contests: readonly Contest[]): void {
  const money = contests.flatMap(({ field, ranked, position }) =>
    scene.profiles[field]?.kind === 'money' && (ranked[position]?.score ?? -1) > 0 ? (ranked[position] ?? []) : [],
  );
  for (const contest of contests) {
    const profile = scene.profiles[contest.field];
    if (profile?.kind !== 'percentage' && !profile?.unit) continue;
    contest.ranked = contest.ranked.filter(({ index }) => {
      const candidate = scene.pool.candidates[index];
      const isBare = candidate?.kind === 'amount' && printedUnit(scene.view, candidate) === null;
      return !isBare || !money.some((owner) => clash(scene, owner.index, index));
    });
  }
}

/** True for fields whose values belong to one party each: the same VAT id or name is never both the seller's and the buyer's. */
function areOpposed(scene: Scene, field: number, other: number): boolean {
  const [one, two] = [scene.profiles[field], scene.profiles[other]];
  if (!one || !two || one.kind !== two.kind) return false;
  const roles = new Set([one.role, two.role]);
  return one.kind === 'vat_id' || (one.kind === 'name' && roles.has('seller') && roles.has('buyer'));
}

/** True for a seller's VAT id that is the only one printed: papers that name the buyer's name the seller's too. */
function isOnlySellers(scene: Scene, taken: Taken): boolean {
  const profile = scene.profiles[taken.field];
  if (profile?.kind !== 'vat_id' || profile.role !== 'seller' || scene.party(taken.index)?.role === 'buyer') return false;
  const key = keyOfCandidate(scene, taken.index);
  return scene.pool.candidates.every(({ kind, value }) => kind !== 'vat_id' || textKey(String(value)) === key);
}

type Taken = { index: number; score: number; field: number; label: number };

/**
 * True when what another field took cannot be this one's as well: the same VAT id for a second party, or an amount whose
 * label names the other field and not this one (but one total may well equal another).
 */
function isDenied(scene: Scene, owner: Taken, contest: Contest, choice: Ranked): boolean {
  if (isNumberOfOther(scene, owner, contest, choice) || isOtherEnd(scene, owner, contest, choice)) return true;
  const isSame = () => keyOfCandidate(scene, owner.index) === keyOfCandidate(scene, choice.index);
  if (areOpposed(scene, contest.field, owner.field)) return isSame() || clash(scene, owner.index, choice.index);
  if (contest.group === 'text' || contest.fits || labelBest(choice) >= UNNAMED || owner.label <= labelBest(choice) + 0.25) return false;
  if (contest.group === 'date') return clash(scene, owner.index, choice.index) && isSame();
  const isTotal = TOTALS.has(scene.profiles[contest.field]?.concepts[0]?.id ?? '');
  return clash(scene, owner.index, choice.index) || (!isTotal && isSame());
}

/** True for a number that a surer field was given: one number is one thing. */
function isNumberOfOther(scene: Scene, owner: Taken, contest: Contest, choice: Ranked): boolean {
  const kinds = [contest.field, owner.field].map((field) => scene.profiles[field]?.kind);
  if (!kinds.every((kind) => kind === 'identifier' || kind === 'vat_id') || !clash(scene, owner.index, choice.index)) return false;
  return kinds[0] === 'identifier' && kinds[1] === 'vat_id' ? true : owner.score > choice.score + 1;
}

/** True for the print of the day on which something begins, before a field for the day on which it ends. */
function isOtherEnd(scene: Scene, owner: Taken, contest: Contest, choice: Ranked): boolean {
  const [own, other] = [scene.profiles[contest.field], scene.profiles[owner.field]];
  if (own?.kind !== 'date' || other?.kind !== 'date') return false;
  const ends = own.tags.has('end') && !own.tags.has('start');
  const begins = (other.tags.has('start') || other.tags.has('effective')) && !other.tags.has('end');
  const isSame = keyOfCandidate(scene, owner.index) === keyOfCandidate(scene, choice.index);
  return ends && begins && isSame && owner.score >= choice.score && clash(scene, owner.index, choice.index);
}

/** Choices for all fields of a document that are found by scoring: those of one value, and the candidates of lists by field. */
export type Choices = {
  contests: Contest[];
  lists: Map<number, Ranked[]>;
  /** Fields whose number another party's field wanted nearly as much: it may be the other one's. */
  shared: ReadonlySet<number>;
};

/**
 * Chooses among the candidates of all fields together: sums and spans that fit are preferred, the surest field chooses first,
 * and print that was taken is given to another text field only when that one is nearly as sure of it.
 */
export function chooseFields(scene: Scene, weights: Weights, fields: readonly number[], rules: readonly Rule[] = []): Choices {
  const contests: Contest[] = [];
  const lists = new Map<number, Ranked[]>();
  for (const field of fields) {
    const profile = scene.profiles[field];
    if (!profile) continue;
    const prints = rankField(scene, field, weights);
    const ranked = distinct(scene, prints);
    if (profile.field.type === 'list') lists.set(field, ranked);
    else
      contests.push({
        field,
        ranked: literalFirst(
          scene,
          visibleFirst(scene, totalFirst(scene, field, measuredFirst(scene, field, nameBeforeTrade(scene, field, ranked)))),
          answerGroupOf(profile.kind, false),
        ),
        prints,
        group: groupOf(profile.kind),
        position: 0,
      });
  }
  fitSums(scene, contests, rules);
  fitSpans(scene, contests);
  leaveMoney(scene, contests);
  return { contests, lists, shared: settle(scene, contests) };
}

/** Moves choices on that another field has the better claim to. Returns the fields whose choice stays in doubt for that. */
function settle(scene: Scene, contests: readonly Contest[]): Set<number> {
  const taken: Taken[] = [];
  const shared = new Set<number>();
  const open = [...contests];
  while (open.length) {
    open.sort((a, b) => (b.ranked[b.position]?.score ?? -99) - (a.ranked[a.position]?.score ?? -99) || a.field - b.field);
    const contest = open[0];
    if (!contest) break;
    const choice = contest.ranked[contest.position];
    const owner = choice && contest.group === 'text' ? taken.find((entry) => clash(scene, entry.index, choice.index)) : undefined;
    const next = contest.ranked[contest.position + 1];
    if (owner && choice && choice.score < owner.score - 1 && next && next.score > -3) {
      contest.position++;
      continue;
    }
    const rival = choice && taken.find((entry) => isDenied(scene, entry, contest, choice));
    if (rival) {
      if (areOpposed(scene, contest.field, rival.field) && choice.score > rival.score - CLOSE && !isOnlySellers(scene, rival))
        shared.add(rival.field);
      contest.position++;
      continue;
    }
    open.shift();
    if (choice) taken.push({ index: choice.index, score: choice.score, field: contest.field, label: labelBest(choice) });
  }
  return shared;
}
