import { type PatternNode, parsePattern } from './parse-pattern.ts';

/** A pattern that has more parts than this with its repetitions written out is refused: it bounds the time of a match. */
const MOST_STEPS = 3000;
/** Longer text is compared by its first so many UTF-16 code units. */
const MOST_TEXT = 500;
/** Compiled patterns kept. */
const MOST_KEPT = 500;
/** Steps that all comparisons of one document may follow together, some tenths of a second. */
const MOST_FOLLOWED = 4_000_000;

/** How many steps comparisons may still follow; shared by all values that are judged together. */
export type PatternBudget = { left: number };

/** The budget of one document. */
export function createPatternBudget(): PatternBudget {
  return { left: MOST_FOLLOWED };
}

type Step =
  | { kind: 'character'; atom: number }
  | { kind: 'assertion'; name: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'fork'; to: number[] }
  | { kind: 'done' };
type Program = { steps: Step[]; atoms: RegExp[] };

const kept = new Map<string, Program | Error>();

/**
 * Why a pattern cannot be used, as a sentence for its author; null when it can. Patterns are JavaScript's (with `u`),
 * without what has no matching in linear time: back-references and looking ahead or behind.
 */
export function findPatternFault(pattern: string): string | null {
  const program = compile(pattern);
  return program instanceof Error ? program.message : null;
}

/**
 * Whether the whole text has the form of a pattern; null when the pattern cannot be used, `given_up` when the budget is
 * spent. All ways through the pattern are followed at once (Thompson, “Regular Expression Search Algorithm”, 1968), so
 * that the time is bounded by length of the text × size of the pattern, whatever they are: a hostile pattern cannot stop
 * the program, and with a shared budget neither can many.
 */
export function matchesPattern(pattern: string, text: string, budget = createPatternBudget()): boolean | null | 'given_up' {
  const program = compile(pattern);
  return program instanceof Error ? null : run(program, [...text.slice(0, MOST_TEXT)], budget);
}

function compile(pattern: string): Program | Error {
  const known = kept.get(pattern);
  if (known) return known;
  let program: Program | Error;
  try {
    program = write(parsePattern(pattern));
  } catch (error) {
    program = error as Error;
  }
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(pattern, program);
  return program;
}

function write(root: PatternNode): Program {
  const steps: Step[] = [];
  const atoms: RegExp[] = [];
  const numbers = new Map<string, number>();
  let work = 0;
  const add = (step: Step): number => {
    steps.push(step);
    return steps.length - 1;
  };
  const atomOf = (source: string): number => {
    const number = numbers.get(source) ?? atoms.push(new RegExp(`^${source}$`, 'su')) - 1;
    numbers.set(source, number);
    return number;
  };
  const emit = (node: PatternNode): void => {
    work += 1;
    if (work > MOST_STEPS) throw new Error('The regular expression is too large; repeat less.');
    switch (node.kind) {
      case 'character':
        add({ kind: 'character', atom: atomOf(node.source) });
        return;
      case 'assertion':
        add({ kind: 'assertion', name: node.name });
        return;
      case 'sequence':
        node.of.forEach(emit);
        return;
      case 'choice': {
        const fork: Step & { kind: 'fork' } = { kind: 'fork', to: [] };
        add(fork);
        const ends = node.of.map((branch) => {
          fork.to.push(steps.length);
          emit(branch);
          const end: Step & { kind: 'fork' } = { kind: 'fork', to: [] };
          add(end);
          return end;
        });
        for (const end of ends) end.to.push(steps.length);
        return;
      }
      default:
        repeat(node);
    }
  };
  const repeat = (node: PatternNode & { kind: 'repeat' }): void => {
    for (let time = 0; time < node.least; time += 1) emit(node.of);
    if (node.most === null) {
      const fork: Step & { kind: 'fork' } = { kind: 'fork', to: [] };
      const at = add(fork);
      fork.to.push(steps.length);
      emit(node.of);
      add({ kind: 'fork', to: [at] });
      fork.to.push(steps.length);
      return;
    }
    const forks: (Step & { kind: 'fork' })[] = [];
    for (let time = node.least; time < node.most; time += 1) {
      const fork: Step & { kind: 'fork' } = { kind: 'fork', to: [steps.length + 1] };
      add(fork);
      forks.push(fork);
      emit(node.of);
    }
    for (const fork of forks) fork.to.push(steps.length);
  };
  emit(root);
  add({ kind: 'done' });
  return { steps, atoms };
}

const WORD = /^\w$/;
const isWord = (character: string | undefined) => character !== undefined && WORD.test(character);

function run({ steps, atoms }: Program, text: string[], budget: PatternBudget): boolean | 'given_up' {
  let from = [0];
  for (let at = 0; at <= text.length; at += 1) {
    if (budget.left <= 0) return 'given_up';
    const reached = follow(steps, from, text, at, budget);
    if (at === text.length) return reached.some((step) => steps[step]?.kind === 'done');
    const answers: (boolean | undefined)[] = [];
    from = reached.filter((number) => {
      const step = steps[number];
      if (step?.kind !== 'character') return false;
      answers[step.atom] ??= atoms[step.atom]?.test(text[at] ?? '') ?? false;
      return answers[step.atom];
    });
    if (from.length === 0) return false;
    from = from.map((number) => number + 1);
  }
  return false;
}

/** Every step that can be reached without taking a character. */
function follow(steps: Step[], from: number[], text: string[], at: number, budget: PatternBudget): number[] {
  const seen = new Uint8Array(steps.length);
  const reached: number[] = [];
  const rest = [...from];
  while (rest.length > 0) {
    const number = rest.pop() as number;
    budget.left -= 1;
    if (seen[number]) continue;
    seen[number] = 1;
    const step = steps[number];
    if (step?.kind === 'fork') rest.push(...step.to);
    else if (step?.kind === 'assertion') {
      if (holds(step.name, text, at)) rest.push(number + 1);
    } else reached.push(number);
  }
  return reached;
}

function holds(name: (Step & { kind: 'assertion' })['name'], text: string[], at: number): boolean {
  if (name === 'start') return at === 0;
  if (name === 'end') return at === text.length;
  const boundary = isWord(text[at - 1]) !== isWord(text[at]);
  return name === 'boundary' ? boundary : !boundary;
}
