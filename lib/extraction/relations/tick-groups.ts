import type { TickPlace } from '../candidates/find-forms.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { Token } from '../view/tokens.ts';
import type { SegmentGrid } from './segment-grid.ts';

/** A box with the words that say what ticking it means, as a half-open range of tokens; an empty one where there are none. */
export type TickChoice = { tick: TickPlace; start: number; end: number };

/**
 * Boxes that answer one question, in reading order, and the ranges of tokens that may ask it, each with how much it counts, 0 to 1.
 * `isLikely`: on the first of its lines more boxes have words near them on this side than on the other, or nearer ones.
 */
export type TickGroup = {
  side: Side;
  choices: TickChoice[];
  labels: { start: number; end: number; weight: number }[];
  isLikely: boolean;
};
/** The side of their boxes on which words stand. */
type Side = 'before' | 'after';

/** Words stand this close to their box, and this close to each other (ems), and are so many at most. */
const [NEAR_BOX, NEAR_WORD, MOST_WORDS] = [2.5, 1.2, 10];
/** A box further behind the words before it than this (ems) begins another group. */
const APART = 6;
/** Boxes of one group that stand one below the other begin this near to each other, on lines so far apart (ems). */
const [ALIGNED, LEAST_STEP, MOST_STEP] = [1, 0.5, 3.2];
/** A question stands this far left of its boxes, or over them, at most (ems), and counts so much there. */
const [LEFT, OVER, OVER_WEIGHT] = [40, 4, 0.9];
/** A page with more boxes than this is a table, and no form; of so many groups before it a box may be one more. */
const [MOST_BOXES, RECENT] = [400, 12];
/** Words after a line's end that may begin the next line. */
const NEXT_WORDS = 40;
/** Words this near left of a box (ems) keep it from continuing the group above. */
const OWN_LABEL = 3;

/** `cell`: the cell of a ruled table that the box stands in, or null. `before` and `after`: words in it up to the boxes beside. */
type Placed = { tick: TickPlace; cell: string | null; before: Token[]; after: Token[] };
type RowGroup = { choices: TickChoice[]; cell: string | null; label: Token[]; isLikely: boolean };

/**
 * Boxes that can be ticked, with their words, as groups that answer one question each: side by side or one below the other. Each box is in
 * two of them, with the words behind it and with the words before it: which ones are its own is told by what they say.
 */
export function findTickGroups(view: DocumentView, ticks: readonly TickPlace[], grid: SegmentGrid): TickGroup[] {
  return view.pages.flatMap(({ index, tokens }) => {
    const own = ticks.filter(({ page }) => page === index);
    if (own.length === 0 || own.length > MOST_BOXES) return [];
    const rows = rowsOf(own).map((row) => placeRow(view, view.tokens.slice(...tokens), row));
    return (['after', 'before'] as const).flatMap((side) => groupPage(view, grid, rows, side));
  });
}

function groupPage(view: DocumentView, grid: SegmentGrid, rows: readonly Placed[][], side: Side): TickGroup[] {
  const groups: RowGroup[] = [];
  for (const row of rows)
    for (const group of groupRow(view, row, side)) {
      const over = groups.slice(-RECENT).find((other) => continues(view, grid, other, group));
      if (over) over.choices.push(...group.choices);
      else groups.push(group);
    }
  const chosen = new Set(groups.flatMap(({ choices }) => choices.flatMap(({ start, end }) => range(start, end))));
  return groups.map(({ choices, label, isLikely }) => ({ side, choices, isLikely, labels: labelsOf(view, grid, choices, label, chosen) }));
}

function rowsOf(ticks: readonly TickPlace[]): TickPlace[][] {
  const rows: TickPlace[][] = [];
  for (const tick of [...ticks].sort((a, b) => a.top - b.top)) {
    const row = rows.find(([first]) => first && isBeside(first, tick));
    if (row) row.push(tick);
    else rows.push([tick]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

type Edges = { top: number; bottom: number };
/** On one line: their middles are nearer than half a line. Boxes of lines set tightly overlap. */
const isBeside = (one: Edges, other: Edges) =>
  Math.abs(one.top + one.bottom - other.top - other.bottom) < 0.9 * Math.max(one.bottom - one.top, other.bottom - other.top);

/** The boxes of a line, each with the words up to the next one. */
function placeRow(view: DocumentView, tokens: readonly Token[], ticks: readonly TickPlace[]): Placed[] {
  const beside = tokens
    .filter((token) => ticks.some((tick) => isBeside(tick, token)) && !ticks.some((tick) => isMark(token, tick)))
    .sort((a, b) => a.left - b.left);
  return ticks.map((tick, at) => {
    const [from, to] = [ticks[at - 1]?.right ?? -Infinity, ticks[at + 1]?.left ?? Infinity];
    const cell = cellAt(view, tick);
    const own = beside.filter((token) => isBeside(tick, token) && (cell === null || cellOf(view, view.segments[token.segment]) === cell));
    const before = own.filter((token) => token.left >= from - 0.4 && token.right <= tick.left + 0.4);
    const after = own.filter((token) => token.left >= tick.right - 0.4 && token.right <= to + 0.4);
    return { tick, cell, before, after };
  });
}

function cellAt(view: DocumentView, tick: TickPlace): string | null {
  const page = view.pages[tick.page];
  if (!page) return null;
  const [x, y] = [(tick.left + tick.right) / 2 / page.width, (tick.top + tick.bottom) / 2 / page.height];
  for (const [table, { ruled, cells }] of page.page.tables.entries()) {
    const cell = ruled ? cells.findIndex(({ box }) => box && box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3]) : -1;
    if (cell >= 0) return `${table} ${cell}`;
  }
  return null;
}

/** The cell of a ruled table, or null. */
function cellOf(view: DocumentView, segment: Segment | undefined): string | null {
  const isRuled = segment && view.pages[segment.page]?.page.tables[segment.table]?.ruled;
  return isRuled ? `${segment.table} ${segment.cell}` : null;
}

/** A token that is, or begins, a typed or printed box. */
const MARKED = /^(?:[☐-☒□❏❑◯◉⦿○●✓✔✗✘[(]|\[.?\]|\(.?\))/u;

/** A sign of the text that is the box itself, or the mark in it. */
function isMark(token: Token, tick: TickPlace): boolean {
  const shared = Math.min(token.right, tick.right) - Math.max(token.left, tick.left);
  return (
    token.page === tick.page &&
    isBeside(tick, token) &&
    shared > 0.5 * Math.min(token.right - token.left, tick.right - tick.left) &&
    token.text.length <= 3
  );
}

/** The boxes of a line with their words of one side, cut into groups where other words or much room stand between them. */
function groupRow(view: DocumentView, placed: readonly Placed[], side: Side): RowGroup[] {
  const isLikely = isNearer(placed, side);
  const groups: RowGroup[] = [];
  const used = new Set<Token>();
  const countIn = (cell: string | null) => placed.filter((one) => one.cell === cell).length;
  placed.forEach(({ tick, cell, before, after }, at) => {
    const words =
      side === 'after'
        ? runAfter(view, placed, { tick, cell, before, after })
        : runBefore(tick, before, after.length === 0 ? LEFT : NEAR_BOX);
    const last = words.at(-1);
    const choice = { tick, start: words[0]?.index ?? 0, end: last ? last.index + 1 : 0 };
    const others = before.filter((token) => !used.has(token) && !words.includes(token));
    const room = tick.left - Math.max(before.at(-1)?.right ?? -Infinity, placed[at - 1]?.tick.right ?? -Infinity);
    const group = groups.at(-1);
    const beside = placed[at - 1]?.cell ?? null;
    // options may have a cell each; cells with several boxes are questions of their own
    const isNewCell = cell !== beside && Math.max(countIn(cell), countIn(beside)) > 1;
    if (group && others.length === 0 && room <= APART && !isNewCell) group.choices.push(choice);
    else groups.push({ choices: [choice], cell, label: nearest(others), isLikely });
    for (const word of words) used.add(word);
  });
  return groups;
}

/** Whether the boxes of a line have words on this side more often, or nearer. */
function isNearer(placed: readonly Placed[], side: Side): boolean {
  const gaps = { after: [] as number[], before: [] as number[] };
  for (const { tick, before, after } of placed) {
    const [next, last] = [after[0], before.at(-1)];
    if (next && next.left - tick.right <= NEAR_BOX) gaps.after.push(next.left - tick.right);
    if (last && tick.left - last.right <= NEAR_BOX) gaps.before.push(tick.left - last.right);
  }
  const mean = (list: readonly number[]) => list.reduce((sum, gap) => sum + gap, 0) / Math.max(1, list.length);
  const isAfter =
    gaps.after.length === gaps.before.length ? mean(gaps.after) * 0.6 <= mean(gaps.before) : gaps.after.length > gaps.before.length;
  return isAfter === (side === 'after');
}

/** The words right of a box; where its line ends there, close behind another option, those at the beginning of the next line. */
function runAfter(view: DocumentView, row: readonly Placed[], { tick, cell, before, after }: Placed): Token[] {
  const words = startRun(after, tick.right, NEAR_BOX);
  const last = before.at(-1);
  const line = view.segments[last?.segment ?? -1];
  if (!last || !line || words.length > 0 || tick.left - last.right > NEAR_BOX) return words;
  if (after.some((token) => token.left - tick.right < APART)) return words;
  const next = view.tokens
    .slice(line.end, line.end + NEXT_WORDS)
    .find((token) => token.top - tick.top > LEAST_STEP && token.left < tick.left);
  const below = next && view.segments[next.segment];
  const isNext = next && below?.page === tick.page && next.top - tick.top < MOST_STEP && cellOf(view, below) === cell;
  if (!isNext) return [];
  const mark = range(below.start, below.end).find((index) => MARKED.test(view.tokens[index]?.text ?? ''));
  return row.length > 1 ? startRun(view.tokens.slice(below.start, mark ?? below.end), below.left, NEAR_BOX) : [];
}

function startRun(tokens: readonly Token[], from: number, reach: number): Token[] {
  const words: Token[] = [];
  for (const token of tokens) {
    const gap = token.left - (words.at(-1)?.right ?? from);
    if (gap > (words.length > 0 ? NEAR_WORD : reach) || words.length >= MOST_WORDS) break;
    // “No Paid: ☐ Yes”: what a colon ends asks the next question
    if (words[0] && (token.segment !== words[0].segment || /[:?]$/.test(token.text))) break;
    words.push(token);
  }
  return words;
}

function runBefore(tick: TickPlace, tokens: readonly Token[], reach: number): Token[] {
  const words: Token[] = [];
  for (const token of [...tokens].reverse()) {
    const gap = (words[0]?.left ?? tick.left) - token.right;
    if (gap > (words.length > 0 ? NEAR_WORD : reach) || words.length >= MOST_WORDS) break;
    // “Insured: yes ☐”: what a colon ends asks, and is no answer
    if (words[0] && (token.segment !== words[0].segment || /[:?]$/.test(token.text))) break;
    words.unshift(token);
  }
  return words;
}

/** Of words left of a box those of the nearest segment. */
function nearest(tokens: readonly Token[]): Token[] {
  const last = tokens.at(-1);
  return last ? tokens.filter(({ segment }) => segment === last.segment) : [];
}

/** True for boxes right under a group, without words of their own before or over them, that offer something else. */
function continues(view: DocumentView, grid: SegmentGrid, over: RowGroup, group: RowGroup): boolean {
  const [first, last, top] = [over.choices[0]?.tick, over.choices.at(-1)?.tick, group.choices[0]?.tick];
  if (!first || !last || !top || first.page !== top.page) return false;
  if (over.cell !== group.cell && Math.max(over.choices.length, group.choices.length) > 1) return false;
  const step = top.top - last.top;
  if (step < LEAST_STEP || step > MOST_STEP) return false;
  const isChosen = ({ index }: Token) => over.choices.some(({ start, end }) => start <= index && index < end);
  // what stands before it goes with a box at the end of the line above
  if (group.label.length > 0 && group.label.every(isChosen)) return true;
  const starts = [first.left, over.label[0]?.left, view.tokens[over.choices[0]?.start ?? -1]?.left];
  const begins = Math.min(top.left, view.tokens[group.choices[0]?.start ?? -1]?.left ?? Infinity);
  if (!starts.some((left) => left !== undefined && [top.left, begins].some((at) => Math.abs(left - at) < ALIGNED))) return false;
  const label = group.label.at(-1);
  if (label && top.left - label.right < OWN_LABEL) return false;
  const words = wordsOver(view, grid, group.choices);
  const labelled = over.label[0]?.segment;
  const isOfGroup = ({ start, end, index }: Segment) =>
    index === labelled || over.choices.some((choice) => choice.start < end && start < choice.end);
  if (words && !isOfGroup(words)) return false;
  const known = new Set(over.choices.map((choice) => keyOfChoice(view, choice)));
  return !group.choices.some((choice) => known.has(keyOfChoice(view, choice)));
}

function keyOfChoice(view: DocumentView, { start, end }: TickChoice): string {
  return view.tokens
    .slice(start, end)
    .map(({ key }) => key)
    .join(' ');
}

function labelsOf(
  view: DocumentView,
  grid: SegmentGrid,
  choices: readonly TickChoice[],
  label: readonly Token[],
  chosen: ReadonlySet<number>,
): TickGroup['labels'] {
  const labels: TickGroup['labels'] = [];
  const [from, to, left] = [label.find(({ key }) => /\p{L}/u.test(key)), label.at(-1), choices[0]?.tick.left ?? 0];
  if (from && to && left - to.right <= LEFT) labels.push({ start: from.index, end: to.index + 1, weight: 1 });
  const over = wordsOver(view, grid, choices);
  if (over && !range(over.start, over.end).some((token) => chosen.has(token)))
    labels.push({ start: over.start, end: over.end, weight: OVER_WEIGHT });
  return labels;
}

/** The nearest words over the first of some boxes and its words. */
function wordsOver(view: DocumentView, grid: SegmentGrid, [first]: readonly TickChoice[]): Segment | null {
  if (!first) return null;
  const words = view.tokens.slice(first.start, first.end).filter((token) => isBeside(first.tick, token));
  const left = Math.min(first.tick.left, ...words.map((token) => token.left));
  const right = Math.max(first.tick.right, ...words.map((token) => token.right));
  return grid.above({ ...first.tick, left, right }, OVER)?.segment ?? null;
}

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
