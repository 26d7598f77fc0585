import type { Scene } from '../scoring/scene.ts';
import { isNegation } from './is-negation.ts';

/** True when the label at tokens `start` to `end` says the opposite of the field's name. */
export function isTurned(scene: Scene, field: number, start: number, end: number): boolean {
  const named = scene.profiles[field]?.field;
  const own = `${named?.name.replaceAll('_', ' ')} ${named?.label ?? ''}`.toLowerCase().split(/\W+/);
  for (let token = start; token < end; token++)
    for (const part of (scene.view.tokens[token]?.text ?? '').toLowerCase().split('-')) {
      const word = part.replace(/[^\p{L}]/gu, '');
      if (isNegation(word) && !own.includes(word)) return true;
    }
  return false;
}
