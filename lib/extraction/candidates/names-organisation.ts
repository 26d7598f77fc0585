import { foldText } from '#lib/document/values/fold-text.ts';
import { hasIssuerWord } from '../terms/issuer-names.ts';
import { valueLikeness } from '../terms/value-words.ts';
import { organisationLikeness } from './text-likeness.ts';

/** True for a text that says by its legal form or by a word for a kind of organisation that it is the name of one. */
export function namesOrganisation(text: string): boolean {
  return organisationLikeness(text) === 1 || valueLikeness('organisation', text) === 1 || hasIssuerWord(foldText(text));
}
