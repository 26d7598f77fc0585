import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { isNegation } from './is-negation.ts';

/** True when the label at tokens `start` to `end` says the opposite of the field's name. */
export function isTurned(context: ExtractionContext, field: number, start: number, end: number): boolean {
  const named = context.profiles[field]?.field;
  const own = `${named?.name.replaceAll('_', ' ')} ${named?.label ?? ''}`.toLowerCase().split(/\W+/);
  for (let token = start; token < end; token++)
    for (const part of (context.view.tokens[token]?.text ?? '').toLowerCase().split('-')) {
      const word = part.replace(/[^\p{L}]/gu, '');
      if (isNegation(word) && !own.includes(word)) return true;
    }
  return false;
}
