import { stripControls } from '../../encoding/strip-controls.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';

/** What is told of a file of which only stretches of text could be taken. */
export const SALVAGED_WARNING =
  'The file is damaged: only stretches of its text could be read, perhaps not in their order. Compare them with the original.';

/** Shorter stretches are seldom text. */
const FEWEST_CHARACTERS = 12;
const LEAST_LETTERS = 0.7;
const MOST_CHARACTERS = 4_000_000;
/** Records of the PowerPoint binary format with text: 16-bit and 8-bit characters. */
const TEXT_CHARS = 0x0fa0;
const TEXT_BYTES = 0x0fa8;
const LONGEST_RECORD = 65_536;

/**
 * Takes what looks like running text out of a stream whose tables are lost: stretches of 8-bit characters and of 16-bit ones (little
 * endian), as paragraphs in the order of the stream.
 */
export function salvageText(stream: Buffer): LayoutBlock[] {
  const found = [
    ...stretches(stream.toString('latin1'), /[\t\r\n\x20-\x7e\xa0-\xff\x91-\x97]{12,}/g, 1),
    ...[0, 1].flatMap((shift) => stretches(stream.toString('utf16le', shift), /[\t\r\n\x20-\x7e\u00a0-\u052f\u2010-\u2026]{12,}/g, 2)),
  ].sort((a, b) => a.at - b.at);
  return found.flatMap(({ text }) => paragraphs(text));
}

/** Takes the texts out of a PowerPoint stream whose list of slides is lost, wherever their records stand. */
export function salvageSlideTexts(stream: Buffer): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  for (let at = 0; at + 8 <= stream.length; at++) {
    const type = stream.readUInt16LE(at + 2);
    if ((type !== TEXT_CHARS && type !== TEXT_BYTES) || stream.readUInt16LE(at) !== 0) continue;
    const length = stream.readUInt32LE(at + 4);
    if (length === 0 || length > LONGEST_RECORD || at + 8 + length > stream.length) continue;
    blocks.push(...paragraphs(stream.toString(type === TEXT_CHARS ? 'utf16le' : 'latin1', at + 8, at + 8 + length)));
    at += 7 + length;
  }
  return blocks;
}

function stretches(text: string, pattern: RegExp, width: number): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  let left = MOST_CHARACTERS;
  for (const match of text.matchAll(pattern)) {
    const letters = match[0].match(/[\p{L}\p{N}, ]/gu)?.length ?? 0;
    const different = new Set(match[0]).size;
    if (letters < LEAST_LETTERS * match[0].length || different < FEWEST_CHARACTERS / 2 || !/\p{L}{3}/u.test(match[0])) continue;
    left -= match[0].length;
    if (left < 0) break;
    found.push({ at: match.index * width, text: match[0] });
  }
  return found;
}

function paragraphs(text: string): LayoutBlock[] {
  return text
    .split(/[\r\n\v]+/)
    .map((line) => stripControls(line).trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', runs: [{ text: line }] }));
}
