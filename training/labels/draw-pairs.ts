import { wordsOfLabel } from '#lib/extraction/labels/words-of-label.ts';
import type { Side } from './embedding-trainer.ts';
import type { LabelExample } from './load-label-examples.ts';

/** A pair as it is learned from; `said` is the print it must not be counted against. */
export type LabelPair = { asked: Side; printed: Side; said: string };

/** Languages of which documents are read most. */
const MAIN = new Set(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'cs', 'sv', 'da']);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

type Random = () => number;

const pick = <Item>(random: Random, list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;

/** One letter misread, as recognition does it. */
function misread(random: Random, text: string): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + pick(random, [...LETTERS]) + text.slice(at + 1);
}

function languageOf(random: Random, labels: LabelExample['labels']): string {
  const languages = Object.keys(labels);
  const weights = languages.map((language) => (MAIN.has(language) ? 4 : 1));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [at, language] of languages.entries()) {
    left -= weights[at] ?? 0;
    if (left < 0) return language;
  }
  return languages.at(-1) ?? 'en';
}

/** A way to ask for an example and another way to print it. Null when both drawn are the same words. */
export function drawPair(random: Random, example: LabelExample): LabelPair | null {
  const { labels, heading, description } = example;
  let printed = pick(random, labels[languageOf(random, labels)] ?? ['']);
  const printedKey = wordsOfLabel(printed).join(' ');
  const isConcept = Object.keys(labels).length > 1;
  const name = isConcept && random() < 0.25 ? pick(random, labels[languageOf(random, labels)] ?? ['']) : example.name;
  const sameName = wordsOfLabel(name).join(' ') === printedKey;
  const withHeading = heading !== '' && random() < 0.45;
  const own = withHeading && random() < 0.6 ? `${heading.split(' ').slice(-2).join(' ')} ${name}` : name;
  const asked: [Side[number][0], string][] = [];
  const withDescription = description !== '' && random() < 0.75;
  if (!withDescription || random() < (sameName ? 0.4 : 0.85)) {
    if (sameName && !withDescription && own === name && random() < 0.85) return null;
    asked.push([random() < 0.2 ? 'label' : 'name', own]);
  }
  if (withDescription) asked.push(['description', description]);
  const said = withHeading && own !== name ? `${wordsOfLabel(heading).join(' ')} / ${printedKey}` : printedKey;
  if (random() < 0.04) printed = misread(random, printed);
  return { asked, printed: [['text', printed], ...(withHeading ? [['heading', heading] as const] : [])], said };
}

/** Examples by source and record, so that large sources do not drown the rest and siblings come together. */
export class ExampleDrawer {
  private readonly sources: { chance: number; records: LabelExample[][] }[];

  constructor(examples: readonly LabelExample[]) {
    const sources = new Map<string, Map<string, LabelExample[]>>();
    for (const example of examples) {
      const records = sources.get(example.source) ?? new Map<string, LabelExample[]>();
      records.set(example.record, [...(records.get(example.record) ?? []), example]);
      sources.set(example.source, records);
    }
    const sizes = [...sources.values()].map((records) => Math.sqrt([...records.values()].reduce((sum, { length }) => sum + length, 0)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let sum = 0;
    this.sources = [...sources.values()].map((records, at) => {
      sum += (sizes[at] ?? 0) / total;
      return { chance: sum, records: [...records.values()] };
    });
  }

  /** Up to `most` different examples of one record. */
  drawSiblings(random: Random, most: number): LabelExample[] {
    const at = random();
    const source = this.sources.find(({ chance }) => at < chance) ?? this.sources.at(-1);
    // A record comes as often as the root of its size.
    const records = source?.records ?? [];
    let record = pick(random, records);
    const other = pick(random, records);
    if (other.length > record.length && random() < 0.5) record = other;
    if (record.length <= most) return [...record];
    const drawn = new Set<LabelExample>();
    while (drawn.size < most) drawn.add(pick(random, record));
    return [...drawn];
  }
}
