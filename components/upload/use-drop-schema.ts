import { useQuery } from '@tanstack/react-query';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { createChoiceStore } from './create-choice-store.ts';

const store = createChoiceStore('countersign.drop-schema');

/** The engine finds the kind of each document. */
export const RECOGNISE = 'recognise';
/** Neither the engine nor anyone: a schema is chosen later. */
export const LATER = 'later';

/** Chooses the schema of the documents dropped next: a schema's id, `RECOGNISE` or `LATER`. Remembered in this browser. */
export const chooseDropSchema = store.choose;

/** What was chosen for the documents dropped next; at first `RECOGNISE` where there is more than one schema. */
export function useDropSchema(): string {
  const chosen = store.useChoice();
  const schemas = useQuery(schemasQuery);
  const isKnown = chosen === RECOGNISE || chosen === LATER || !schemas.data || schemas.data.some(({ id }) => id === chosen);
  if (chosen && isKnown) return chosen;
  return schemas.data && schemas.data.length < 2 ? LATER : RECOGNISE;
}
