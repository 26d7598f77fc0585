import { keyOfLabel } from '../terms/field-profile.ts';
import { isFiller } from '../terms/vocabulary.ts';
import type { ExtractionContext } from './extraction-context.ts';

/** What a run of tokens says as a label, whatever its order and without filler words; '' for nothing. @see keyOfLabel */
export function keyOfTokens(
  context: ExtractionContext,
  start: number,
  end: number,
  isLeftOut: (token: number) => boolean = () => false,
): string {
  const families: string[] = [];
  for (let token = start; token < end; token++) {
    if (!isLeftOut(token)) families.push(...context.labels.families(token).filter((family) => !isFiller(family)));
  }
  return keyOfLabel(families);
}
