import type { Rule } from '#lib/contract/service/extraction-schema.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { FEATURES } from '../scoring/feature-names.ts';
import type { Ranked } from '../scoring/rank-field.ts';
import type { FieldAssignment } from './field-assignment.ts';

/** Candidates of each field that take part, and how far (log-odds) they may be behind the best one. */
const DEPTH = 7;
const BEHIND = 4.5;
/** Log-odds that a sum which fits is worth. */
const BONUS = 2.6;

/** A label names the field from this likeness, and says nothing of it below the other one. */
const [NAMED, UNNAMED] = [0.4, 0.3];
const LABEL_BEST = FEATURES.indexOf('label_best');

const labelOf = (entry: Ranked) => entry.features[LABEL_BEST] ?? 0;

type Sum = { total: FieldAssignment; parts: FieldAssignment[] };

/**
 * Moves the choices of money fields so that sums fit, where that costs less than the fit is worth. Which sums there should be
 * is told by rules of the form `total = a + b`; without such rules by what the fields mean (net + tax = gross).
 */
export function fitSums(context: ExtractionContext, assignments: FieldAssignment[], rules: readonly Rule[]): void {
  for (const sum of findSums(context, assignments, rules)) fitSum(context, sum);
}

function findSums(context: ExtractionContext, assignments: FieldAssignment[], rules: readonly Rule[]): Sum[] {
  const byName = (name: string) =>
    assignments.find((assignment) => context.profiles[assignment.field]?.field.name === name && assignment.group === 'amount');
  const sums: Sum[] = [];
  for (const rule of rules) {
    const match = /^\s*(\w+)\s*=\s*(\w+(?:\s*\+\s*\w+){1,3})\s*$/.exec(rule.formula);
    const total = match && byName(match[1] ?? '');
    const parts = match ? (match[2] ?? '').split('+').map((name) => byName(name.trim())) : [];
    if (total && parts.every((part) => part !== undefined)) sums.push({ total, parts: parts as FieldAssignment[] });
  }
  if (sums.length) return sums;
  const byConcept = (id: string) =>
    assignments.find((assignment) => assignment.group === 'amount' && context.profiles[assignment.field]?.concepts[0]?.id === id);
  const total = byConcept('grand_total');
  const net = byConcept('net_total');
  const tax = byConcept('tax_total');
  return total && net && tax ? [{ total, parts: [net, tax] }] : [];
}

function fitSum(context: ExtractionContext, sum: Sum): void {
  const assignments = [sum.total, ...sum.parts];
  const options = assignments.map((assignment) => {
    const [first] = assignment.ranked;
    const best = first?.score ?? 0;
    const isNamed = first !== undefined && labelOf(first) >= NAMED;
    return assignment.ranked.slice(0, DEPTH).flatMap((entry, position) => {
      const value = context.pool.candidates[entry.index]?.value;
      // a price among the lines may happen to be a sum as well
      if (isNamed && labelOf(entry) < UNNAMED) return [];
      return typeof value === 'number' && entry.score > best - BEHIND ? [{ position, score: entry.score, value }] : [];
    });
  });
  if (options.some((list) => !list.length)) return;
  let best: { gain: number; positions: number[] } | null = null;
  const start = options.reduce((total, list) => total + (list[0]?.score ?? 0), 0);
  const walk = (at: number, positions: number[], values: number[], score: number) => {
    if (at === options.length) {
      const [total = 0, ...parts] = values;
      const added = parts.reduce((result, value) => result + value, 0);
      // Nothing plus something is no proof.
      if (Math.abs(added - total) > 0.011 || parts.some((value) => value === 0) || total === 0) return;
      const gain = score - start + BONUS;
      if (gain > (best?.gain ?? 0)) best = { gain, positions };
      return;
    }
    for (const option of options[at] ?? []) walk(at + 1, [...positions, option.position], [...values, option.value], score + option.score);
  };
  walk(0, [], [], 0);
  const chosen = best as { gain: number; positions: number[] } | null;
  if (!chosen) return;
  assignments.forEach((assignment, index) => {
    assignment.position = chosen.positions[index] ?? assignment.position;
    assignment.fits = true;
  });
}
