import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeskDocumentState, deskDocumentStateSchema } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { describeStates } from './describe-states.ts';
import { DOCUMENT_EVENTS, stateAfter, statesAfter } from './document-states.ts';

const STATES = deskDocumentStateSchema.options;
const anyState = fc.constantFrom(...STATES);
const anyEvent = fc.constantFrom(...DOCUMENT_EVENTS);

test('however events and wishes come, a document is only ever where the table lets it be', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyEvent, anyState), { maxLength: 200 }), (history) => {
      let state: DeskDocumentState | 'new' = 'new';
      for (const [event, wish] of history) {
        const allowed = statesAfter(event, state);
        try {
          state = stateAfter(event, state, wish).state;
          expect(allowed).toContain(state);
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
          expect(error).toMatchObject({ code: 'conflict' });
          expect(allowed).not.toContain(wish);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('every state can be reached from a new document, and left again', () => {
  const reached = new Set<DeskDocumentState>();
  const open: (DeskDocumentState | 'new')[] = ['new'];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const to of DOCUMENT_EVENTS.flatMap((event) => statesAfter(event, from as DeskDocumentState))) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  expect([...reached].sort()).toEqual([...STATES].sort());
  const stuck = STATES.filter((state) => DOCUMENT_EVENTS.every((event) => statesAfter(event, state).every((to) => to === state)));
  expect(stuck).toEqual([]);
});

/** What is given to `set` or `values` of a statement that writes documents; a name stands for the object it was made of. */
function writesOf(source: string): string[] {
  return [...source.matchAll(/\b(?:update|insert)\(documents\)\s*\.(?:set|values)\(([\s\S]*?)\)\s*(?:;|\.where\(|\.returning\()/g)].map(
    ([, given = '']) => {
      if (!/^\w+$/.test(given)) return given;
      const made = source.match(new RegExp(`const ${given} = (\\{[\\s\\S]*?\\});`));
      if (!made) throw new Error(`What is written by set(${given})?`);
      return made[1]!;
    },
  );
}

test('no file of the desk writes a state but by the table', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'lib/desk'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file));
  let writes = 0;
  let byTheTable = 0;
  const others: string[] = [];
  for (const file of files) {
    for (const given of writesOf(readFileSync(file, 'utf8'))) {
      writes += 1;
      if (given.includes('...stateAfter(') || given.includes('stateAfter(')) byTheTable += 1;
      if (/\bstate\s*[:}]|[{,]\s*state\s*,/.test(given)) others.push(`${file}: ${given}`);
    }
  }
  expect(others).toEqual([]);
  // the pattern still finds the statements it is to judge
  expect(writes).toBeGreaterThan(25);
  expect(byTheTable).toBeGreaterThanOrEqual(14);
});

test('the page about states in docs is the one that the table gives', async () => {
  await expect(describeStates()).toMatchFileSnapshot('../../../../docs/document-states.md');
});
