import path from 'node:path';
import { decodeText } from '../../../encoding/decode-text.ts';
import { decodeEntities } from '../../../xml/decode-entities.ts';
import type { Sheet, SheetCell, SheetRow } from './sheet.ts';

export type WorkbookParts = Readonly<Record<string, Uint8Array>>;

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const MOST_SHEETS = 1000;
/** No pattern of a tag looks beyond the next one: hostile files hold many that never end. */
const SHEET = /<(?:\w+:)?sheet\b([^<>]*)>/g;
const RELATION = /<(?:\w+:)?Relationship\b([^<>]*)>/g;
const TEXT = /<(?:\w+:)?t\b[^<>]*>([^<]*)/g;
const SOUND = /<(\/?)(?:\w+:)?rPh\b[^<>]*>/g;
const ROW_OR_CELL =
  /<(?:\w+:)?row\b([^<>]*)>|<(?:\w+:)?c\b([^<>]*?)(?:\/>|>([\s\S]*?)(?:<\/(?:\w+:)?c>|(?=<(?:\w+:)?(?:c|row)\b)|<\/(?:\w+:)?row>|$))/g;

/**
 * Takes the cells out of the sheets of an Office Open XML workbook that its library could not read (texts that are missing, a list
 * of parts that is wrong): values as they are stored, without their formats. By the names of the sheets, which are those of their
 * parts when the workbook does not name them.
 */
export function salvageSheetParts(parts: WorkbookParts): Sheet[] {
  const texts = sharedTexts(parts);
  return listSheets(parts)
    .slice(0, MOST_SHEETS)
    .map(({ name, hidden, part }) => ({ name, hidden, rows: rowsOf(textOf(parts[part]), texts), merges: [] }));
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes ? decodeText(bytes).text : '';
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found ? decodeEntities(found[1] ?? found[2] ?? '') : undefined;
}

/** A sheet and the part that holds its cells. */
type Listed = { name: string; hidden: boolean; part: string };

/** The sheets of a workbook in their order; those of its parts when it does not name them. */
export function listSheets(parts: WorkbookParts): Listed[] {
  const names = Object.keys(parts);
  const workbook =
    names.find((name) => /(^|\/)workbook\.xml$/i.test(name)) ?? names.find((name) => /<(\w+:)?sheets\b/.test(head(parts, name)));
  const targets = new Map<string, string>();
  if (workbook) {
    const folder = path.posix.dirname(workbook);
    const relations = textOf(parts[path.posix.join(folder, '_rels', `${path.posix.basename(workbook)}.rels`)]);
    for (const [, tag = ''] of relations.matchAll(RELATION)) {
      const target = attribute(tag, 'Target') ?? '';
      targets.set(attribute(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target));
    }
  }
  const listed = [...textOf(workbook ? parts[workbook] : undefined).matchAll(SHEET)].flatMap(([, tag = '']): Listed[] => {
    const part = targets.get(attribute(tag, '\\w+:id') ?? '');
    const hidden = /hidden/i.test(attribute(tag, 'state') ?? '');
    return part !== undefined && parts[part] ? [{ name: attribute(tag, 'name') ?? 'Sheet', hidden, part }] : [];
  });
  if (listed.length > 0) return listed;
  return names
    .filter((name) => /worksheets\/[^/]+\.xml$/i.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((part) => ({ name: path.posix.basename(part, '.xml'), hidden: false, part }));
}

function head(parts: WorkbookParts, name: string): string {
  return Buffer.from(parts[name]?.subarray(0, 64 * 1024) ?? []).toString('latin1');
}

function sharedTexts(parts: WorkbookParts): string[] {
  const name = Object.keys(parts).find((each) => /(^|\/)sharedStrings\.xml$/i.test(each));
  return textOf(name ? parts[name] : undefined)
    .split(/<(?:\w+:)?si\b/)
    .slice(1)
    .map(textsIn);
}

function textsIn(xml: string): string {
  return decodeEntities([...withoutSounds(xml).matchAll(TEXT)].map(([, text]) => text).join('')).trim();
}

/** The text without how it is spoken (`rPh`). */
function withoutSounds(xml: string): string {
  const shown: string[] = [];
  let [from, isOpen] = [0, false];
  for (const { 0: tag, 1: closes, index } of xml.matchAll(SOUND)) {
    if (closes && isOpen) [from, isOpen] = [index + tag.length, false];
    else if (!closes && !isOpen && !tag.endsWith('/>')) {
      shown.push(xml.slice(from, index));
      [from, isOpen] = [index, true];
    }
  }
  return [...shown, xml.slice(from)].join('');
}

function rowsOf(xml: string, texts: readonly string[]): SheetRow[] {
  const rows = new Map<number, Map<number, SheetCell>>();
  let row = -1;
  let column = -1;
  for (const [, rowTag, cellTag, content = ''] of xml.matchAll(ROW_OR_CELL)) {
    if (rowTag !== undefined) {
      row = Number(attribute(rowTag, 'r') ?? row + 2) - 1;
      column = -1;
      continue;
    }
    const [, letters, number] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(cellTag ?? '', 'r') ?? '') ?? [];
    column = letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : column + 1;
    if (number) row = Number(number) - 1;
    const text = cellText(attribute(cellTag ?? '', 't') ?? 'n', content, texts);
    if (text === '' || !(row >= 0 && row < MOST_ROWS) || column >= MOST_COLUMNS) continue;
    const cells = rows.get(row) ?? new Map<number, SheetCell>();
    cells.set(column, { column, text, right: Number.isFinite(Number(text)), hidden: false });
    rows.set(row, cells);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([at, cells]) => ({ row: at, cells: [...cells.values()].sort((a, b) => a.column - b.column) }));
}

function cellText(type: string, content: string, texts: readonly string[]): string {
  if (type === 'inlineStr') return textsIn(content);
  const value = decodeEntities(/<(?:\w+:)?v\b[^<>]*>([^<]*)/.exec(content)?.[1] ?? '').trim();
  if (type === 's') return texts[Number(value)] ?? '';
  return type === 'b' ? (value === '1' ? 'TRUE' : 'FALSE') : value;
}
