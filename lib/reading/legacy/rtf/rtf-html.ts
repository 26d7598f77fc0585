import { ownValue } from '#lib/contract/json/own-value.ts';
import { rtfEvents } from './rtf-text.ts';

const BREAKS: Record<string, string> = { par: '\r\n', line: '\r\n', tab: '\t' };

/**
 * The HTML that a mail program wrapped into rich text ([MS-OXRTFEX] 2.2: text of `\*\htmltag` groups and all text that is not
 * between `\htmlrtf` and `\htmlrtf0`); null when the rich text was not made from HTML.
 */
export function unwrapHtml(rtf: Uint8Array): string | null {
  if (!/\\fromhtml1?\b/.test(Buffer.from(rtf.subarray(0, 4096)).toString('latin1'))) return null;
  let html = '';
  /** Depths of groups in which text only serves the rich-text form. */
  const muted: number[] = [];
  let tagDepth: number | null = null;
  for (const event of rtfEvents(rtf)) {
    if (event.type === 'text') {
      if (muted.length === 0 || tagDepth !== null) html += event.text === '\n' ? '\r\n' : event.text;
    } else if (event.type === 'group_end') {
      if (tagDepth !== null && event.depth < tagDepth) tagDepth = null;
      while ((muted.at(-1) ?? -1) > event.depth) muted.pop();
    } else if (event.type === 'destination') {
      if (event.name === 'htmltag' && muted.length === 0) tagDepth = event.depth;
    } else if (event.word === 'htmlrtf') {
      if (event.value === 0) muted.length = 0;
      else if (muted.length === 0) muted.push(event.depth);
    } else if (muted.length === 0) html += ownValue(BREAKS, event.word) ?? '';
  }
  return html.includes('<') ? html : null;
}
