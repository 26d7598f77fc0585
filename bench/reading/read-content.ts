// node scripts/run.mjs bench-read-content SET_FOLDER OUT.jsonl
// Reads each document of a set and writes what its reading holds in the scorer's form: `text`, `tables` (one per page table)
// and, for mails, `fields` from the stated mail headers. No schema is read; nothing is extracted.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, Reading } from '#lib/contract/service/reading.ts';
import { ReadError } from '#lib/reading/model/read-error.ts';
import { readFile } from '#lib/reading/read-file.ts';

const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

/** Lines of a block joined: with a space, but not between full-width characters, which wrap anywhere. */
function blockText(page: Page, [from, to]: readonly [number, number]): string {
  let text = '';
  for (const line of page.lines.slice(from, to)) {
    const words = page.words
      .slice(...line.words)
      .map((word) => word.text)
      .join(' ');
    const glue = text === '' || (WIDE.test(text.at(-1) ?? '') && WIDE.test(words[0] ?? '')) ? '' : ' ';
    text += glue + words;
  }
  return text;
}

function pageText(page: Page): string {
  return page.blocks
    .filter((block) => !['header', 'footer', 'note', 'comment'].includes(block.kind))
    .map((block) => (block.kind === 'table' ? tableText(page, block.lines) : blockText(page, block.lines)))
    .join('\n');
}

function tableText(page: Page, [from, to]: readonly [number, number]): string {
  const first = page.lines[from]?.words[0] ?? 0;
  const last = page.lines[to - 1]?.words[1] ?? 0;
  const table = page.tables.find((each) => each.cells.some((cell) => cell.words.some((word) => word >= first && word < last)));
  if (!table) return blockText(page, [from, to]);
  return table.cells
    .map((cell) => {
      let text = '';
      let bottom = 0;
      for (const index of cell.words) {
        const word = page.words[index];
        if (!word) continue;
        const wraps = word.box[1] >= bottom && WIDE.test(text.at(-1) ?? '') && WIDE.test(word.text[0] ?? '');
        text += (text === '' || wraps ? '' : ' ') + word.text;
        bottom = word.box[3];
      }
      return text;
    })
    .join('\n');
}

function tables(reading: Reading) {
  return reading.pages.flatMap((page) =>
    page.tables.map((table) => ({
      page: page.number,
      cells: table.cells.map((cell) => ({
        r: cell.row,
        c: cell.column,
        r2: cell.row,
        c2: cell.column,
        text: cell.text,
      })),
    })),
  );
}

function mailFields(reading: Reading): Record<string, unknown> {
  const stated = (name: string) =>
    reading.stated_values
      .filter((each) => each.source === 'mail_header' && new RegExp(`^${name}(\\[\\d+\\])?$`).test(each.path))
      .map((each) => each.value);
  const list = (values: string[]) => (values.length > 0 ? values : null);
  return {
    from_name: stated('from/name')[0] ?? null,
    from_address: stated('from/address')[0] ?? null,
    to: list(stated('to/\\d+/address')),
    cc: list(stated('cc/\\d+/address')),
    subject: stated('subject')[0] ?? null,
    date: stated('date')[0]?.slice(0, 10) ?? null,
    attachments: list(stated('attachments/\\d+/name')),
  };
}

const [folder, out, only] = process.argv.slice(2);
if (!folder || !out) throw new Error('Say the folder of a set and the file to write.');
const lines: string[] = [];
for (const name of readdirSync(path.join(folder, 'documents')).sort()) {
  if (only && !name.includes(only)) continue;
  const file = `documents/${name}`;
  const started = performance.now();
  try {
    const reading = await readFile(path.join(folder, file));
    const text = reading.pages.map(pageText).join('\n');
    const fields =
      reading.media_type === 'message/rfc822' || reading.media_type === 'application/vnd.ms-outlook' ? mailFields(reading) : {};
    lines.push(
      JSON.stringify({
        file,
        outcome: text.trim() ? 'text' : 'empty',
        chars: text.replace(/\s/g, '').length,
        fields,
        tables: tables(reading),
        text,
      }),
    );
    const ms = performance.now() - started;
    if (ms > 2000) console.error(`${name}: ${Math.round(ms)} ms`);
    if (reading.warnings.length > 0) console.error(`${name}: ${reading.warnings.join(' ')}`);
  } catch (error) {
    const code = error instanceof ReadError ? error.code : 'reading_crashed';
    console.error(`${name}: ${code} ${error instanceof Error ? error.message : ''}`, only ? (error as Error).cause : '');
    lines.push(JSON.stringify({ file, outcome: code, fields: {}, tables: [], text: '' }));
  }
}
writeFileSync(out, `${lines.join('\n')}\n`);
console.error(`${lines.length} documents`);
