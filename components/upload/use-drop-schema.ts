import { createChoiceStore } from './create-choice-store.ts';

const store = createChoiceStore('countersign.drop-schema');

/** Chooses the schema of the documents dropped next; null = choose later. Remembered in this browser. */
export const chooseDropSchema = store.choose;

/** Id of the schema for the documents dropped next, or null. */
export const useDropSchema = store.useChoice;
