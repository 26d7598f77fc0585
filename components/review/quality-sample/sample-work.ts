import type { SaveQualitySample } from '#lib/contract/desk/quality-sample.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import type { Target } from '../session/list-targets.ts';
import type { Entry } from './hide-values.ts';
import { isSameEntry } from './is-same-entry.ts';

/** `text`: what it should be, as typed; empty = nothing, or not said. */
export type Verdict = { agrees: boolean; text: string };

/** What a person has done with a quality sample so far, by the pointers of its values. */
export type SampleWork = {
  entries: ReadonlyMap<string, Entry>;
  /** Values that the person had shown instead of entering them. */
  shown: ReadonlySet<string>;
  verdicts: ReadonlyMap<string, Verdict>;
  /** What was entered has been compared, and does not change any more. */
  isCompared: boolean;
};

/** Single values are entered before the approved ones are shown. Cells of tables are shown, because a row without its values cannot be named. */
export function isBlind({ pointer, row }: Target, { shown }: SampleWork): boolean {
  return row === null && !shown.has(pointer);
}

/** Whether the value is still hidden. */
export function isHidden(target: Target, work: SampleWork): boolean {
  return isBlind(target, work) && !work.isCompared;
}

/** Whether the person is asked about it: about everything, and after the comparison about what differs. */
export function isAsked(target: Target, work: SampleWork): boolean {
  if (!work.isCompared) return true;
  return isBlind(target, work) && !isSameEntry(work.entries.get(target.pointer)?.value ?? null, target.merged.value);
}

/** Whether the person has said what there is to say of it now. */
export function isSaid(target: Target, work: SampleWork): boolean {
  return (isHidden(target, work) ? work.entries : work.verdicts).has(target.pointer);
}

/** What is left after a value, then before it; undefined once nothing is. */
export function findNextUnsaid(targets: readonly Target[], work: SampleWork, pointer: string): Target | undefined {
  const at = targets.findIndex((target) => target.pointer === pointer);
  return [...targets.slice(at + 1), ...targets.slice(0, at + 1)].find((target) => isAsked(target, work) && !isSaid(target, work));
}

/** What is saved of a value: that both agree, or that the approved one is wrong; with what was entered before it was shown. */
export function saidOf(target: Target, work: SampleWork): SaveQualitySample['fields'][number] {
  const { pointer, field } = target;
  const blind = isBlind(target, work) ? { entered: work.entries.get(pointer)?.value ?? null } : {};
  const verdict = work.verdicts.get(pointer);
  if (!verdict || verdict.agrees) return { pointer, agrees: true, ...blind };
  const text = verdict.text.trim();
  const right = text === '' ? null : (parseValue(field.type, text, {}, field.enum ?? []) ?? text);
  return { pointer, agrees: false, right, ...blind };
}
