import { deskDocumentStateSchema } from '#lib/contract/desk/desk-document.ts';
import { DOCUMENT_EVENTS, type DocumentEvent, statesAfter, TRANSITIONS } from './document-states.ts';

const FROM = ['new', ...deskDocumentStateSchema.options] as const;
type Step = { event: DocumentEvent; from: (typeof FROM)[number]; to: string };

/** The page docs/document-states.md: a diagram and a table of what changes a document's state. Markdown with Mermaid. */
export function describeStates(): string {
  const steps = listSteps();
  const changes = steps.filter(({ from, to }) => from !== to);
  const arrows = [...groupBy(changes, ({ from, to }) => `${from === 'new' ? '[*]' : from} --> ${to}`)];
  return [
    '# States of a document',
    '',
    'This page is made from the table in `lib/desk/documents/states/document-states.ts`. Write it anew with `npm run states`.',
    'The states themselves are described in `lib/contract/desk/desk-document.ts`.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...arrows.map(([arrow, list]) => `  ${arrow}: ${list.map(({ event }) => event).join(', ')}`),
    '```',
    '',
    '| event | what happens | from | to |',
    '|---|---|---|---|',
    ...DOCUMENT_EVENTS.flatMap((event) => rowsOf(event, steps)),
    '',
  ].join('\n');
}

function listSteps(): Step[] {
  return DOCUMENT_EVENTS.flatMap((event) => FROM.flatMap((from) => statesAfter(event, from).map((to) => ({ event, from, to }))));
}

/** One row for each set of states that it may lead to. */
function rowsOf(event: DocumentEvent, steps: readonly Step[]): string[] {
  const own = steps.filter((step) => step.event === event);
  const targetOf = groupBy(own, ({ from }) => from);
  const byTargets = groupBy([...targetOf], ([, list]) => list.map(({ to }) => `\`${to}\``).join(', '));
  return [...byTargets].map(([to, sources]) => {
    const from = sources.map(([state]) => (state === 'new' ? '(new)' : `\`${state}\``)).join(', ');
    return `| \`${event}\` | ${TRANSITIONS[event].title} | ${from} | ${to} |`;
  });
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
