import { ownValue } from '#lib/contract/json/own-value.ts';
import { decodeAs } from '../../encoding/decode-text.ts';
import { rtfTokens } from './rtf-tokens.ts';

/** What a reader of rich text is told, in order. */
export type RtfEvent =
  | { type: 'text'; text: string; bold: boolean; hidden: boolean }
  | { type: 'word'; word: string; value: number | null; depth: number }
  | { type: 'destination'; name: string; depth: number }
  /** `depth` is the number of groups still open. */
  | { type: 'group_end'; depth: number };

/** Windows code page of `\fcharset` numbers. */
const CHARSETS: Record<number, string> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const CODE_PAGES: Record<number, string> = {
  437: 'windows-1252',
  850: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** Destinations that hold no text of the document; those marked with `\*` that are not known are skipped too. */
const SILENT = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator info pict object themedata colorschememapping datastore latentstyles xmlnstbl filetbl revtbl fldinst bkmkstart bkmkend wgrffmtfilter pnseclvl mmathPr nonshppict shpgrp sp listtext pntext pgdsctbl ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn atrfstart atrfend atnref atndate atnid atnicn atntime field_code panose falt fontemb'.split(
    ' ',
  ),
);
/** `\*` destinations whose text belongs to the document. */
const SPOKEN = new Set([
  'shptxt',
  'shpinst',
  'shp',
  'annotation',
  'atnauthor',
  'footnote',

  'htmltag',
  'shppict',
  'pn',
  'txfieldtext',
  'txfieldstart',
  'txfieldend',
  'cs',
  'hyphen',
]);

export const CHARACTERS: Record<string, string> = {
  tab: '\t',
  line: '\n',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emdash: '—',
  endash: '–',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  '~': '\u00a0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

type Group = { silent: boolean; skip: number; bold: boolean; hidden: boolean; encoding: string };

/** First pass: the code page of each font, from the font table. */
function fontEncodings(source: Uint8Array): Map<number, string> {
  const fonts = new Map<number, string>();
  let depth = 0;
  let table = -1;
  let font = 0;
  for (const token of rtfTokens(source)) {
    if (token.type === 'open') depth += 1;
    else if (token.type === 'close') {
      depth -= 1;
      if (table >= 0 && depth < table) break;
    } else if (token.type === 'word') {
      if (token.word === 'fonttbl') table = depth;
      else if (table >= 0 && token.word === 'f') font = token.value ?? 0;
      else if (table >= 0 && token.word === 'fcharset' && token.value !== null) {
        const encoding = CHARSETS[token.value];
        if (encoding && token.value !== 0) fonts.set(font, encoding);
      }
    }
  }
  return fonts;
}

/** The encoding of a `\ansicpg` number; null for an unknown one. */
function codePageOf(value: number | null): string | null {
  if (value === null) return null;
  return CODE_PAGES[value] ?? (value >= 1250 && value <= 1258 ? `windows-${value}` : null);
}

/** Takes a control word that says how the text of a group looks, or how many characters stand for one; false for all others. */
function setFormat(group: Group, word: string, value: number | null, fonts: ReadonlyMap<number, string>): boolean {
  if (word === 'f') group.encoding = fonts.get(value ?? 0) ?? '';
  else if (word === 'uc') group.skip = Math.max(0, Math.min(10, value ?? 1));
  else if (word === 'b') group.bold = value !== 0;
  else if (word === 'v') group.hidden = value !== 0;
  else if (word === 'plain') Object.assign(group, { bold: false, hidden: false, encoding: '' });
  else return false;
  return true;
}

/**
 * Reads RTF as text with its control words, characters decoded by code page and font, `\u` characters with their
 * replacements skipped. Text of destinations that are not part of the document is left out.
 */
export function* rtfEvents(source: Uint8Array): Generator<RtfEvent> {
  const fonts = fontEncodings(source);
  let codePage = 'windows-1252';
  const groups: Group[] = [];
  let group: Group = { silent: false, skip: 1, bold: false, hidden: false, encoding: '' };
  let toSkip = 0;
  let pending: number[] = [];
  let star = false;
  const take = (): RtfEvent[] => {
    if (pending.length === 0) return [];
    const text = decodeAs(Uint8Array.from(pending), group.encoding || codePage) ?? '';
    pending = [];
    return group.silent ? [] : [{ type: 'text', text, bold: group.bold, hidden: group.hidden }];
  };
  for (const token of rtfTokens(source)) {
    if (token.type === 'byte' || token.type === 'text') {
      const bytes = token.type === 'byte' ? [token.byte] : token.bytes;
      for (const byte of bytes) {
        if (toSkip > 0) toSkip -= 1;
        else pending.push(byte);
      }
      if (token.type === 'text') yield* take();
      continue;
    }
    if (token.type !== 'word' || !(token.word === 'u' && toSkip === 0)) yield* take();
    if (token.type === 'open') {
      groups.push(group);
      group = { ...group };
      toSkip = 0;
    } else if (token.type === 'close') {
      toSkip = 0;
      if (!group.silent) yield { type: 'group_end', depth: groups.length - 1 };
      group = groups.pop() ?? group;
    } else if (token.type === 'word') {
      const { word, value } = token;
      const fresh = star;
      star = word === '*';
      if (word === '*') continue;
      if (toSkip > 0 && word.length === 1) {
        toSkip -= 1;
        continue;
      }
      if (fresh && !SPOKEN.has(word)) group.silent = true;
      if (SILENT.has(word)) group.silent = true;
      if (word === 'mac') codePage = 'macintosh';
      else if (word === 'ansicpg') codePage = codePageOf(value) ?? codePage;
      else if (word === 'u') {
        const code = ((value ?? 0) + 0x1_0000) % 0x1_0000;
        yield* take();
        if (!group.silent) yield { type: 'text', text: String.fromCharCode(code), bold: group.bold, hidden: group.hidden };
        toSkip = group.skip;
      } else if (!setFormat(group, word, value, fonts) && !group.silent) {
        const character = ownValue(CHARACTERS, word);
        if (character !== undefined) yield { type: 'text', text: character, bold: group.bold, hidden: group.hidden };
        else if (fresh) yield { type: 'destination', name: word, depth: groups.length };
        else yield { type: 'word', word, value, depth: groups.length };
      }
    }
  }
  yield* take();
}
