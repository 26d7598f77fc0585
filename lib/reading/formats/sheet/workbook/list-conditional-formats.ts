import { decodeText } from '../../../encoding/decode-text.ts';
import { ReadError } from '../../../model/read-error.ts';
import { attribute, child, descendants, elements, innerText, parseXml, type XmlElement } from '../../../xml/xml.ts';
import { listSheets, type WorkbookParts } from './salvage-sheet-parts.ts';

/** Rows and columns from 0, both ends within. */
type Range = { top: number; left: number; bottom: number; right: number };

/** A rule of a sheet that says how cells are shown. */
export type ConditionalFormat = {
  ranges: Range[];
  type: string;
  operator: string;
  /** What rules about texts look for. */
  text: string;
  formulas: string[];
  /** The number format it shows; null where it only colours. */
  format: string | null;
  /** No rule behind it counts. */
  stops: boolean;
};

const MOST_RULES = 1000;
const MOST_RANGES = 200;
const LONGEST_RULES = 8 * 1024 * 1024;
const BLOCK = /<((?:\w+:)?conditionalFormatting)\b[^<>]*>/g;
const REFERENCE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i;

/**
 * The conditional formats of an Office Open XML workbook that change what is shown as text, by the names of their sheets and in the
 * order in which they count ([ECMA-376] 18.3.1.10). Sheets where all rules only colour are left out.
 */
export function listConditionalFormats(parts: WorkbookParts): Map<string, ConditionalFormat[]> {
  const formats = new Map<string, ConditionalFormat[]>();
  const shown = formatsOfRules(parts);
  for (const { name, part } of listSheets(parts)) {
    const rules = rulesOf(parts[part], shown);
    if (rules.some(({ format }) => format !== null)) formats.set(name, rules);
  }
  return formats;
}

/** The number format of each `dxf` of the styles; null where it has none. */
function formatsOfRules(parts: WorkbookParts): (string | null)[] {
  const name = Object.keys(parts).find((each) => /(^|\/)styles\.xml$/i.test(each));
  const text = name ? decodeText(parts[name]!).text : '';
  const at = text.search(/<(?:\w+:)?dxfs\b/);
  if (at < 0 || !/<(?:\w+:)?numFmt\b/.test(text.slice(at))) return [];
  const root = parseSafely(text);
  return root ? elements(child(root, 'dxfs'), 'dxf').map(formatOf) : [];
}

function formatOf(dxf: XmlElement | undefined): string | null {
  return attribute(child(dxf, 'numFmt'), 'formatCode') ?? null;
}

/** Rules stand behind the cells, which are not looked at. */
function rulesOf(bytes: Uint8Array | undefined, shown: readonly (string | null)[]): ConditionalFormat[] {
  if (!bytes) return [];
  const { text } = decodeText(bytes);
  const behind = text.slice(Math.max(0, text.lastIndexOf('sheetData')));
  if (!shown.some((format) => format !== null) && !/<(?:\w+:)?numFmt\b/.test(behind)) return [];
  const rules: { priority: number; rule: ConditionalFormat }[] = [];
  let length = 0;
  for (const { 0: tag, 1: name = '', index } of behind.matchAll(BLOCK)) {
    const end = behind.indexOf(`</${name}>`, index);
    length += end - index;
    if (end < 0 || length > LONGEST_RULES || rules.length >= MOST_RULES) break;
    if (tag.endsWith('/>')) continue;
    const block = parseSafely(`${behind.slice(index, end)}</${name}>`);
    const areas = attribute(block ?? undefined, 'sqref') ?? innerText(descendants(block ?? undefined, 'sqref')[0]);
    const ranges = rangesOf(areas);
    for (const rule of elements(block ?? undefined, 'cfRule'))
      rules.push({ priority: priorityOf(rule), rule: ruleOf(rule, ranges, shown) });
  }
  return rules
    .slice(0, MOST_RULES)
    .sort((a, b) => a.priority - b.priority)
    .map(({ rule }) => rule)
    .filter(({ format, stops }) => format !== null || stops);
}

function priorityOf(rule: XmlElement): number {
  return Number.parseInt(attribute(rule, 'priority') ?? '', 10) || 0;
}

function ruleOf(rule: XmlElement, ranges: Range[], shown: readonly (string | null)[]): ConditionalFormat {
  return {
    ranges,
    type: attribute(rule, 'type') ?? '',
    operator: attribute(rule, 'operator') ?? '',
    text: attribute(rule, 'text') ?? '',
    formulas: elements(rule, 'formula', 'f').map(innerText),
    format: formatOf(child(rule, 'dxf')) ?? shown[Number.parseInt(attribute(rule, 'dxfId') ?? '', 10)] ?? null,
    stops: ['1', 'true'].includes(attribute(rule, 'stopIfTrue') ?? ''),
  };
}

function rangesOf(areas: string): Range[] {
  return areas
    .trim()
    .split(/\s+/, MOST_RANGES)
    .flatMap((area): Range[] => {
      const [, left, top, right = left, bottom = top] = REFERENCE.exec(area) ?? [];
      if (!left || !right) return [];
      return [{ top: Number(top) - 1, left: columnOf(left), bottom: Number(bottom) - 1, right: columnOf(right) }];
    });
}

function columnOf(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Null for what is damaged or too large: the cells are read without. */
function parseSafely(text: string): XmlElement | null {
  try {
    return parseXml(text);
  } catch (cause) {
    if (cause instanceof ReadError) return null;
    throw cause;
  }
}
