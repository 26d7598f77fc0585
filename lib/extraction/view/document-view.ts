import type { Reading } from '#lib/contract/service/reading.ts';
import type { PageView } from './page-view.ts';
import { linkSegments, type SegmentLinks } from './segment-links.ts';
import { type Segment, splitSegments } from './segments.ts';
import { type Token, tokenisePage } from './tokens.ts';

/** A reading prepared for extraction. Token and segment numbers run through the whole document, in reading order. */
export type DocumentView = {
  reading: Reading;
  pages: PageView[];
  tokens: Token[];
  segments: Segment[];
  links: SegmentLinks;
  /** True when at least half of the words were recognised from pixels. */
  recognised: boolean;
};

/** Most tokens that are looked at; a longer document is cut there. */
const MAX_TOKENS = 250_000;

/** Prepares a reading for extraction. Hidden sheets and empty pages take part without tokens. */
export function viewDocument(reading: Reading): DocumentView {
  const tokens: Token[] = [];
  const segments: Segment[] = [];
  const pages: PageView[] = [];
  let recognised = 0;
  let words = 0;
  reading.pages.forEach((page, index) => {
    const firstToken = tokens.length;
    const firstSegment = segments.length;
    words += page.words.length;
    if (page.source === 'ocr') recognised += page.words.length;
    let size = { width: page.width / 10, height: page.height / 10 };
    if (tokens.length < MAX_TOKENS && !page.hidden) {
      const tokenised = tokenisePage(page, index, firstToken);
      size = tokenised.size;
      for (const token of tokenised.tokens) tokens.push(token);
      for (const segment of splitSegments(page, index, tokens, [firstToken, tokens.length], firstSegment)) segments.push(segment);
    }
    const largest = tokens.slice(firstToken).reduce((most, token) => Math.max(most, token.size), 1);
    pages.push({ index, page, ...size, tokens: [firstToken, tokens.length], segments: [firstSegment, segments.length], largest });
  });
  return { reading, pages, tokens, segments, links: linkSegments(pages, segments), recognised: words > 0 && recognised * 2 >= words };
}

/** The nearest segment beside, over or under another one, on its page. */
export function neighbourOf(view: DocumentView, segment: Segment | undefined, side: keyof SegmentLinks): Segment | undefined {
  return segment && view.segments[view.links[side][segment.index] ?? -1];
}

/** The segment under another one whose left edge lines up with it, in ems: at most `gap` below it, at most `apart` to either side. */
export function lineUnder(view: DocumentView, line: Segment, gap: number, apart: number): Segment | undefined {
  const next = neighbourOf(view, line, 'below');
  return next && next.top - line.bottom <= gap && Math.abs(next.left - line.left) <= apart ? next : undefined;
}

/** True for a segment that nothing stands beside. */
export function isAloneOnLine(view: DocumentView, segment: Segment): boolean {
  return !neighbourOf(view, segment, 'left') && !neighbourOf(view, segment, 'right');
}

/** Text of a half-open range of tokens, as printed: no space between tokens that are parts of one word. */
export function textOfTokens(view: DocumentView, start: number, end: number): string {
  let text = '';
  for (let index = start; index < end; index++) {
    const token = view.tokens[index];
    if (!token) break;
    if (text && !token.glued) text += ' ';
    text += token.text;
  }
  return text;
}
