import { CONCEPT_IDS } from '../languages/ids.ts';
import { entriesOf } from '../languages/languages.ts';

/**
 * What business people call things. `keys`: how a schema owner may name the field (English, compared by word families
 * with name, label and description). `labels`: what documents print beside such a value, beyond the keys themselves.
 * `cues`: words that lead up to the value inside a sentence. Folded or not does not matter.
 */
export type Concept = {
  id: string;
  keys: readonly string[];
  labels: readonly string[];
  cues: readonly string[];
};

/** All concepts with what the languages call them (`lib/extraction/languages`). */
export const CONCEPTS: readonly Concept[] = CONCEPT_IDS.map((id) => ({
  id,
  keys: entriesOf(({ names }) => names?.[id]),
  labels: entriesOf(({ labels }) => labels?.[id]),
  cues: entriesOf(({ cues }) => cues?.[id]),
}));
