import type { Archive } from '../../files/open-archive.ts';
import type { LayoutBlock, LayoutCell } from '../../layout/layout-block.ts';
import { attribute, child, descendants, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import { type Relation, readOptionalPart } from './relations.ts';

/** Longest chart that is shown as a table. */
const MAX_POINTS = 500;

/** Cached values of a series part (`c:tx`, `c:cat`, `c:val`) by their index. */
function cachedValues(part: XmlElement | undefined): Map<number, string> {
  const values = new Map<number, string>();
  for (const point of descendants(part, 'pt')) {
    const index = Number.parseInt(attribute(point, 'idx') ?? '', 10);
    if (index >= 0 && index < MAX_POINTS) values.set(index, innerText(child(point, 'v')).trim());
  }
  return values;
}

function titleOf(chart: XmlElement | undefined): string {
  const paragraphs = descendants(child(chart, 'title', 'tx'), 'p');
  return paragraphs
    .map((paragraph) => descendants(paragraph, 't').map(innerText).join(''))
    .join(' ')
    .trim();
}

/** A chart (`c:chartSpace`) as its title and a table of the values it was drawn from: a row per category, a column per series. */
export function chartBlocks(root: XmlElement): LayoutBlock[] {
  const chart = child(root, 'chart');
  const title = titleOf(chart);
  const series = elements(child(chart, 'plotArea')).flatMap((plot) => elements(plot, 'ser'));
  const blocks: LayoutBlock[] = title ? [{ kind: 'caption', runs: [{ text: title, bold: true }] }] : [];
  if (series.length === 0) return blocks;
  const columns = series.map((each) => ({
    name: [...cachedValues(child(each, 'tx')).values()].join(' ') || innerText(child(each, 'tx', 'v')),
    values: cachedValues(child(each, 'val') ?? child(each, 'yVal')),
  }));
  const categories = cachedValues(child(series[0], 'cat') ?? child(series[0], 'xVal'));
  const count = Math.max(
    0,
    ...[categories, ...columns.map(({ values }) => values)].flatMap((values) => [...values.keys()].map((index) => index + 1)),
  );
  const cell = (text: string, header = false): LayoutCell => ({ runs: text ? [{ text }] : [], ...(header ? { header } : {}) });
  const head = [cell('', true), ...columns.map(({ name }) => cell(name, true))];
  const rows = Array.from({ length: count }, (_, index) => [
    cell(categories.get(index) ?? ''),
    ...columns.map(({ values }) => cell(values.get(index) ?? '')),
  ]);
  return [...blocks, { kind: 'table', rows: [head, ...rows] }];
}

/** The charts that a part refers to, by relation; damaged ones are left out. */
export async function readCharts(archive: Archive, relations: ReadonlyMap<string, Relation>): Promise<Map<string, LayoutBlock[]>> {
  const charts = new Map<string, LayoutBlock[]>();
  for (const { id, type, target, external } of relations.values()) {
    if (type !== 'chart' || external) continue;
    const root = await readOptionalPart(archive, target);
    if (root) charts.set(id, chartBlocks(root));
  }
  return charts;
}
