import type { SampleCheck, SaveQualitySample } from '#lib/contract/desk/quality-sample.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import type { Target } from '../session/list-targets.ts';
import type { Entry } from './lay-entries-over.ts';

/** `text`: what it should be, as typed; empty = nothing, or not said. */
export type Verdict = { agrees: boolean; text: string };

/** What a person has done with a quality sample so far, by the pointers of its values. */
export type SampleWork = {
  entries: ReadonlyMap<string, Entry>;
  verdicts: ReadonlyMap<string, Verdict>;
  /** Values that the desk withholds until they are entered, or shown instead. */
  withheld: ReadonlySet<string>;
  /** What was entered has been compared, and does not change any more: where it differs; null before. */
  differs: ReadonlySet<string> | null;
  /** What was marked right or wrong before the comparison; it is not asked again. */
  judgedBefore: ReadonlySet<string>;
};

/** The work as the desk's answer leaves it. @param work what the person did before, e.g. where the values came from on the page */
export function afterCheck({ detail, entered, differs }: SampleCheck, work: Pick<SampleWork, 'entries' | 'verdicts'>): SampleWork {
  const entryOf = ({ pointer, value }: NonNullable<SampleCheck['entered']>[number]): [string, Entry] => {
    return [pointer, { value, evidence: work.entries.get(pointer)?.evidence ?? [] }];
  };
  return {
    entries: entered ? new Map(entered.map(entryOf)) : work.entries,
    verdicts: work.verdicts,
    withheld: new Set(detail.withheld),
    differs: entered && new Set(differs),
    judgedBefore: new Set(entered ? work.verdicts.keys() : []),
  };
}

/** Whether the value is still withheld. */
export function isWithheld({ pointer }: Target, { withheld }: SampleWork): boolean {
  return withheld.has(pointer);
}

/** Whether the person is asked about it: about everything, and after the comparison about what differs, and what they have not judged yet. */
export function isAsked({ pointer }: Target, { entries, differs, judgedBefore }: SampleWork): boolean {
  if (!differs) return true;
  return entries.has(pointer) ? differs.has(pointer) : !judgedBefore.has(pointer);
}

/** Whether the person has said what there is to say of it now. */
export function isSaid(target: Target, work: SampleWork): boolean {
  return (isWithheld(target, work) ? work.entries : work.verdicts).has(target.pointer);
}

/** What is left after a value, then before it; undefined once nothing is. */
export function findNextUnsaid(targets: readonly Target[], work: SampleWork, pointer: string): Target | undefined {
  const at = targets.findIndex((target) => target.pointer === pointer);
  return [...targets.slice(at + 1), ...targets.slice(0, at + 1)].find((target) => isAsked(target, work) && !isSaid(target, work));
}

/** What the person says of the values that they saw or decided; the desk knows the others, which were entered as approved. */
export function saidOf(targets: readonly Target[], { verdicts }: SampleWork): SaveQualitySample['fields'] {
  return targets.flatMap(({ pointer, field }): SaveQualitySample['fields'] => {
    const verdict = verdicts.get(pointer);
    if (!verdict) return [];
    if (verdict.agrees) return [{ pointer, agrees: true }];
    const text = verdict.text.trim();
    return [{ pointer, agrees: false, right: text === '' ? null : (parseValue(field.type, text, {}, field.enum ?? []) ?? text) }];
  });
}
