import { PARTIES } from '../languages/ids.ts';
import { entriesOf } from '../languages/languages.ts';

/**
 * The sides a business document speaks of. `words`: how a field's name, label or description points at the side (word
 * families). `headings`: what documents print over or beside that side's block.
 */
export type PartyRole = { id: string; words: readonly string[]; headings: readonly string[] };

/** All sides with the words of the languages (`lib/extraction/languages`). */
export const PARTY_ROLES: readonly PartyRole[] = PARTIES.map((id) => ({
  id,
  words: entriesOf(({ partyNames }) => partyNames?.[id]),
  headings: entriesOf(({ parties }) => parties?.[id]),
}));
