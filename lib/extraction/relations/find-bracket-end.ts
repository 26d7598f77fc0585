import type { DocumentView } from '../view/document-view.ts';

/** Tokens of a bracket behind a value at most. */
const BRACKET = 8;

/** Where a bracket that opens at a token ends; the token itself when none opens there. */
export function findBracketEnd(view: DocumentView, start: number): number {
  if (!/^[,]?[("“„]/.test(view.tokens[start]?.text ?? '')) return start;
  for (let token = start; token < Math.min(view.tokens.length, start + BRACKET); token++)
    if (/[)”"][.,;)]*$/.test(view.tokens[token]?.text ?? '')) return token + 1;
  return start;
}
