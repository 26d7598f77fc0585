import type { Control, Fault, Phase, Rule } from './faults.ts';

/** How a stand-in behaves; see `controlSchema`. */
export type Settings = Required<Omit<Control, 'rules' | 'work_ms'>>;

export type Faults = {
  settings: Settings;
  /** Changes what is given. */
  change: (control: Control) => void;
  /** The fault meant for a request about a document of this name, counted; null when it goes well. */
  faultFor: (phase: Phase, name: string) => Fault | null;
};

/** How a stand-in behaves at present. */
export function createFaults(apiKey: string, control: Control = {}): Faults {
  const settings: Settings = {
    shape: 'honest',
    api_key: apiKey,
    index_ms: 150,
    job_ms: 150,
    slow_ms: 3_000,
    lag_ms: 0,
    job_while_indexing: 'taken',
    schemas: null,
    unknown_schema: '422',
    limit_per_minute: null,
    retry_after: 'seconds',
    ids: 'uuid',
    id_in: 'record',
    encoding: 'utf8',
    wrapping: 'none',
    completed: { document: 'completed', job: 'completed' },
    echo_key: false,
    redirect: 'https://elsewhere.invalid/v1',
    fields: null,
    padding: 0,
    padding_as: 'text',
  };
  let rules: (Rule & { done: number })[] = [];
  const change = ({ rules: next, work_ms, ...rest }: Control) => {
    if (work_ms !== undefined) Object.assign(settings, { index_ms: work_ms, job_ms: work_ms });
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
