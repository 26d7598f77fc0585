import type { Control, Fault, Phase, Rule, Shape } from './faults.ts';

export type Faults = {
  settings: { shape: Shape; api_key: string; work_ms: number; slow_ms: number };
  /** Changes what is given. */
  change: (control: Control) => void;
  /** The fault meant for a request about a document of this name, counted; null when it goes well. */
  faultFor: (phase: Phase, name: string) => Fault | null;
};

/** How a stand-in behaves at present. */
export function createFaults(apiKey: string, control: Control = {}): Faults {
  const settings: Faults['settings'] = { shape: 'honest', api_key: apiKey, work_ms: 150, slow_ms: 3_000 };
  let rules: (Rule & { done: number })[] = [];
  const change = ({ rules: next, ...rest }: Control) => {
    Object.assign(settings, rest);
    if (next) rules = next.map((rule) => ({ ...rule, done: 0 }));
  };
  change(control);
  return {
    settings,
    change,
    faultFor(phase, name) {
      const rule = rules.find((one) => one.phase === phase && name.includes(one.name) && (one.times === 0 || one.done < one.times));
      if (!rule) return null;
      rule.done += 1;
      return rule.fault;
    },
  };
}
