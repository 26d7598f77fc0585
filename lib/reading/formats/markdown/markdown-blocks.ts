import type { LayoutBlock, LayoutCell, TextRun } from '../../layout/layout-block.ts';

const LIST_ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const RULE = /^\s{0,3}([-*_])(\s*\1){2,}\s*$/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
/** Longer lines are data, not written by hand: their signs mean nothing, and matching them would take forever. */
const LONGEST_LINE = 10_000;
/** A paragraph of lines shorter than this was broken on purpose (addresses, "label: value" lines). */
const SHORT_LINE = 60;

/** Inline Markdown to runs: emphasis, code, links, escapes; images are left out, HTML tags too. */
export function inlineRuns(source: string, allBold = false): TextRun[] {
  const runs: TextRun[] = [];
  let bold = allBold;
  if (source.length > LONGEST_LINE) return [{ text: source, ...(bold ? { bold } : {}) }];
  const push = (text: string, url?: string) => {
    if (text !== '') runs.push({ text, ...(bold ? { bold } : {}), ...(url ? { url } : {}) });
  };
  const pattern =
    /\\([!-/:-@[-`{-~])|(`{1,40})(.{0,1000}?)\2|!\[[^\]]{0,1000}\]\([^)]{0,2000}\)|\[([^\]]{0,1000})\]\(([^)\s]{0,2000})[^)]{0,500}\)|<(https?:[^>\s]{0,2000})>|<br\s*\/?>|<\/?[a-z][^<>]{0,300}>|(\*\*|__)|([*_])(?=\S)|(?<=\S)([*_])|&(amp|lt|gt|quot|nbsp);/gi;
  let at = 0;
  for (const match of source.matchAll(pattern)) {
    push(source.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[1] !== undefined) push(match[1]);
    else if (match[2] !== undefined) push(match[3] ?? '');
    else if (match[5] !== undefined) push((match[4] ?? '').replace(/[*_`]/g, ''), match[5]);
    else if (match[6] !== undefined) push(match[6], match[6]);
    else if (/^<br/i.test(match[0])) push('\n');
    else if (match[7] !== undefined) bold = allBold || !bold;
    else if (match[8] === '_' || match[9] === '_') {
      const inside = /[\p{L}\p{N}]/u.test(source[match.index - 1] ?? ' ') && /[\p{L}\p{N}]/u.test(source[at] ?? ' ');
      if (inside) push('_');
    } else if (match[8] === '*' || match[9] === '*') {
      const spaced = /[\s\d]/.test(source[match.index - 1] ?? 'x') && /[\s\d]/.test(source[at] ?? 'x');
      if (spaced) push('*');
    } else if (match[10] !== undefined) push({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }[match[10].toLowerCase()] ?? '');
  }
  push(source.slice(at));
  return runs;
}

function tableCells(line: string, header: boolean): LayoutCell[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner
    .split(/(?<!\\)\|/)
    .map((text) => ({ runs: inlineRuns(text.trim().replace(/\\\|/g, '|'), header), ...(header ? { header } : {}) }));
}

function paragraph(lines: readonly string[]): TextRun[] {
  const keep = lines.every((line) => line.length < SHORT_LINE);
  return lines.flatMap((line, index) => {
    const last = index === lines.length - 1;
    return [...inlineRuns(line.trim().replace(/\\$/, '')), ...(last ? [] : [{ text: keep || /( {2,}|\\)$/.test(line) ? '\n' : ' ' }])];
  });
}

function task(runs: TextRun[]): TextRun[] {
  const match = /^\[([ xX])\]\s+/.exec(runs[0]?.text ?? '');
  if (!match || !runs[0]) return runs;
  const ticked = match[1] !== ' ';
  return [{ text: ticked ? '☒' : '☐', ticked }, { text: ' ' }, { ...runs[0], text: runs[0].text.slice(match[0].length) }, ...runs.slice(1)];
}

/** Markdown (CommonMark's common part, pipe tables, task lists) to layout blocks, one line at a time. */
export function markdownBlocks(source: string): LayoutBlock[] {
  const lines = source.split(/\r\n?|\n/);
  const blocks: LayoutBlock[] = [];
  let open: string[] = [];
  let item: { level: number; marker: string } | undefined;
  const flush = () => {
    if (open.length > 0) {
      const runs = paragraph(open);
      if (item) blocks.push({ kind: 'list_item', level: item.level, marker: item.marker, runs: task(runs) });
      else blocks.push({ kind: 'paragraph', runs });
    }
    open = [];
    item = undefined;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const whole = lines[at] ?? '';
    if (whole.length > LONGEST_LINE) {
      open.push(whole);
      continue;
    }
    const line = whole.replace(/^\s{0,3}(?:>\s?)+/, '');
    const next = (lines[at + 1] ?? '').slice(0, LONGEST_LINE);
    const fence = FENCE.exec(line)?.[1];
    if (fence || (at === 0 && line === '---')) {
      flush();
      const end = lines.findIndex((each, index) => index > at && (fence ? each.trim().startsWith(fence) : each === '---'));
      const stop = end < 0 ? lines.length : end;
      if (fence || end > 0) {
        blocks.push({ kind: 'monospace', blockKind: 'code', lines: lines.slice(at + 1, stop) });
        at = stop;
        continue;
      }
    }
    const heading = HEADING.exec(line);
    const listItem = LIST_ITEM.exec(line);
    if (line.trim() === '') flush();
    else if (heading) {
      flush();
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, runs: inlineRuns(heading[2] ?? '') });
    } else if (line.includes('|') && TABLE_RULE.test(next) && next.includes('-') && next.includes('|')) {
      flush();
      const rows = [tableCells(line, true)];
      at += 2;
      while (at < lines.length && (lines[at] ?? '').includes('|')) {
        rows.push(tableCells(lines[at] ?? '', false));
        at += 1;
      }
      at -= 1;
      blocks.push({ kind: 'table', rows });
    } else if (open.length > 0 && !item && /^\s{0,3}(=+|-+)\s*$/.test(line)) {
      const level = line.includes('=') ? 1 : 2;
      blocks.push({ kind: 'heading', level, runs: inlineRuns(open.join(' ').trim()) });
      open = [];
    } else if (RULE.test(line)) flush();
    else if (listItem) {
      flush();
      const marker = listItem[2] ?? '-';
      item = { level: Math.floor((listItem[1] ?? '').replace(/\t/g, '    ').length / 2) + 1, marker: /\d/.test(marker) ? marker : '•' };
      open.push(listItem[3] ?? '');
    } else open.push(line);
  }
  flush();
  return blocks;
}
