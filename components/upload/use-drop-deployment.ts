import { createChoiceStore } from './create-choice-store.ts';

const store = createChoiceStore('countersign.drop-deployment');

/** Chooses where the documents dropped next go; null = where new documents go. Remembered in this browser. */
export const chooseDropDeployment = store.choose;

/** Id of the deployment for the documents dropped next, or null. */
export const useDropDeployment = store.useChoice;
