import { isPlace } from '../../candidates/places.ts';
import { dot } from '../../labels/embed-label.ts';
import { loadLabelModel } from '../../labels/load-label-model.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { type FieldProfile, wordsOfName } from '../../terms/field-profile.ts';
import { type ValueClass, valueClassOf, valueLikeness } from '../../terms/value-words.ts';
import { type DocumentView, textOfTokens } from '../../view/document-view.ts';
import { type Block, trimPiece } from './find-blocks.ts';

/** A part of an entry's head and where it stands in it: the same place in every entry is one slot. */
type Part = { slot: string; range: [number, number]; text: string; isPlace: boolean };

/** Signs that part names on one line, and the words that do. */
const STRONG = /^(?:[-–—|·•]|@|at|bei|chez)$/;
/** Share of the entries in which a slot must be filled. */
const FILLED = 0.5;
/** What meaning counts beside the words of values; what a slot's rank counts where nothing else tells. */
const MEANING = 0.3;
const ORDER = 0.02;
/** How heads are cut beside dashes and strokes: at commas as well, and “Tern, Norway” into a name and its country. */
type Cut = { atCommas: boolean; inPlaces: boolean };
const CUTS: readonly Cut[] = [
  { atCommas: false, inPlaces: false },
  { atCommas: true, inPlaces: false },
  { atCommas: false, inPlaces: true },
];
/** What heads that are cut further must gain. */
const FURTHER = 0.15;
/** Slots that are tried at most. */
const MOST_SLOTS = 8;

/**
 * Which part of each entry's head is which text field: the same slot in all entries. Told by the words of values (an occupation, an
 * organisation, a place), by their meaning, and where these tell nothing by the order of the schema.
 * @returns for each block the token range of each of the fields
 */
export function assignParts(
  context: ExtractionContext,
  blocks: readonly Block[],
  profiles: readonly FieldProfile[],
  fields: readonly number[],
): Map<number, [number, number]>[] {
  if (!fields.length) return blocks.map(() => new Map());
  const classes = fields.map((field) => classOf(profiles[field]));
  const [whole, ...others] = CUTS.map((cut) =>
    assign(
      blocks.map((block) => partsOf(context.view, block, cut)),
      profiles,
      fields,
      classes,
    ),
  );
  if (!whole) return [];
  const { parts, slots, choice } = others.reduce(
    (best, other) => (other.sum > best.sum + (best === whole ? FURTHER : 0) ? other : best),
    whole,
  );
  return parts.map((found) => {
    const cells = new Map<number, [number, number]>();
    fields.forEach((field, at) => {
      const part = found.find(({ slot }) => slot === slots[choice[at] ?? -1]);
      if (part) cells.set(field, part.range);
    });
    return cells;
  });
}

/** The slots of some parts, and which of them each field has. */
function assign(
  parts: readonly (readonly Part[])[],
  profiles: readonly FieldProfile[],
  fields: readonly number[],
  classes: readonly (ValueClass | null)[],
): { parts: readonly (readonly Part[])[]; slots: string[]; choice: number[]; sum: number } {
  const inSlot = (slot: string) => parts.flatMap((found) => found.filter((part) => part.slot === slot));
  const slots = [...new Set(parts.flat().map(({ slot }) => slot))]
    .filter((slot) => inSlot(slot).length >= FILLED * parts.length)
    .sort(bySlot)
    .slice(0, MOST_SLOTS);
  const worth = fields.map((field, at) =>
    slots.map((slot, rank) => worthOf(inSlot(slot), profiles[field], classes[at] ?? null, classes) - ORDER * Math.abs(rank - at)),
  );
  return { parts, slots, ...bestChoice(worth) };
}

function classOf(profile: FieldProfile | undefined): ValueClass | null {
  return profile ? valueClassOf(`${wordsOfName(profile.field.name)} ${profile.field.label ?? ''}`, profile.field.description ?? '') : null;
}

/** The parts of a head, cut at dashes, strokes and words like “at”; a place at the end of one is a part of its own. */
function partsOf(view: DocumentView, block: Block, cut: Cut): Part[] {
  return block.head.flatMap(({ offset, pieces }) => {
    const ranges = pieces.flatMap((piece) => cutPiece(view, piece, cut));
    const parts = ranges.map(({ range, isPlace: place }) => ({
      range,
      text: textOfTokens(view, ...range).replace(/[,;:]$/, ''),
      isPlace: place,
    }));
    let rank = 0;
    // Places are slots of their own, so that what stands before or behind them keeps its own.
    return parts.map((part) => ({ ...part, slot: part.isPlace ? `${offset}:place` : `${offset}:${rank++}` }));
  });
}

function cutPiece(
  view: DocumentView,
  [start, end]: readonly [number, number],
  { atCommas, inPlaces }: Cut,
): { range: [number, number]; isPlace: boolean }[] {
  const ranges: [number, number][] = [];
  let from = start;
  for (let token = start; token <= end; token++) {
    const text = view.tokens[token]?.text ?? '';
    if (token < end && !STRONG.test(text) && !/[|·]$/.test(text)) continue;
    const range = trimPiece(view, [from, token]);
    if (range[1] > range[0]) ranges.push(range);
    from = token + 1;
  }
  return ranges
    .flatMap((range) => cutPlace(view, range, inPlaces))
    .flatMap(({ range, isPlace: place }) => (place || !atCommas ? [{ range, isPlace: place }] : cutCommas(view, range)));
}

/** Parts “Tern Ltd, New York” and “Tern Ltd, Austin, TX” into name and place. */
function cutPlace(view: DocumentView, [start, end]: [number, number], inPlaces: boolean): { range: [number, number]; isPlace: boolean }[] {
  const text = textOfTokens(view, start, end);
  const commas = Array.from({ length: end - start }, (_, step) => start + step).filter(
    (token) => /,$/.test(view.tokens[token]?.text ?? '') && token < end - 1,
  );
  const isNamed = ['occupation', 'organisation'].some((kind) => valueLikeness(kind as ValueClass, text) > 0);
  if (!inPlaces && commas.length < 2 && !isNamed && valueLikeness('place', text) > 0 && isTail(text))
    return [{ range: [start, end], isPlace: true }];
  for (const comma of commas) {
    const tail = textOfTokens(view, comma + 1, end);
    if (isPlace(tail) || (valueLikeness('place', tail) > 0 && isTail(tail)))
      return [
        { range: [start, comma + 1], isPlace: false },
        { range: [comma + 1, end], isPlace: true },
      ];
  }
  return [{ range: [start, end], isPlace: isPlace(text) }];
}

/** True for a text whose last words are a state, a country or the letters of a state. */
function isTail(text: string): boolean {
  const last = text.split(',').at(-1)?.trim() ?? '';
  return /^\p{Lu}{2}$/u.test(last) || isPlace(last);
}

function cutCommas(view: DocumentView, [start, end]: [number, number]): { range: [number, number]; isPlace: boolean }[] {
  const ranges: [number, number][] = [];
  let from = start;
  for (let token = start; token < end; token++) {
    const isLegalForm = /^(?:inc|ltd|llc|gmbh|corp|co|s\.a)\.?,?$/i.test(view.tokens[token + 1]?.text ?? '');
    if (token < end - 1 && (!/,$/.test(view.tokens[token]?.text ?? '') || isLegalForm)) continue;
    ranges.push(trimPiece(view, [from, token + 1]));
    from = token + 1;
  }
  return ranges.filter(([a, b]) => b > a).map((range) => ({ range, isPlace: false }));
}

/** How well the parts of a slot suit a field. */
function worthOf(
  parts: readonly Part[],
  profile: FieldProfile | undefined,
  kind: ValueClass | null,
  others: readonly (ValueClass | null)[],
): number {
  const mean = (value: (part: Part) => number) => parts.reduce((sum, part) => sum + value(part), 0) / Math.max(1, parts.length);
  let worth = MEANING * mean(({ text }) => nearness(profile, text));
  if (kind) worth += mean(({ text }) => valueLikeness(kind, text));
  for (const other of ['occupation', 'organisation', 'degree'] as const)
    if (other !== kind && others.includes(other)) worth -= 0.6 * mean(({ text }) => valueLikeness(other, text));
  const placed = mean((part) => Number(part.isPlace));
  return worth + (kind === 'place' ? placed : -placed);
}

/** How near the words of a value are in meaning to what the field asks for, -1 to 1. */
function nearness(profile: FieldProfile | undefined, text: string): number {
  if (!profile) return 0;
  const embedder = loadLabelModel();
  return dot(embedder.asked(profile.field).vector, embedder.text(text).vector);
}

/** The slot of each field, each slot once, with the highest worth in all; -1 for none. */
function bestChoice(worth: readonly (readonly number[])[]): { choice: number[]; sum: number } {
  let best: { choice: number[]; sum: number } = { choice: [], sum: Number.NEGATIVE_INFINITY };
  const search = (choice: number[], sum: number) => {
    const at = choice.length;
    if (at === worth.length) {
      if (sum > best.sum) best = { choice, sum };
      return;
    }
    worth[at]?.forEach((value, slot) => {
      if (!choice.includes(slot)) search([...choice, slot], sum + value);
    });
    search([...choice, -1], sum - 0.5);
  };
  search([], 0);
  return best;
}

function bySlot(a: string, b: string): number {
  const [[line, rank], [otherLine, otherRank]] = [a.split(':'), b.split(':')];
  return Number(line) - Number(otherLine) || rankOf(rank) - rankOf(otherRank);
}

function rankOf(rank: string | undefined): number {
  return rank === 'place' ? 99 : Number(rank);
}
