import type { DeskDocumentState } from './desk-document.ts';

/** States that go on by themselves: the worker is at it. */
export const IN_FLIGHT_STATES = ['received', 'indexing', 'classifying', 'extracting'] as const satisfies readonly DeskDocumentState[];

/** True for one of `IN_FLIGHT_STATES`. */
export const isInFlight = (state: DeskDocumentState): boolean => IN_FLIGHT_STATES.some((one) => one === state);

/** States in which nobody has to do anything with the document any more. */
export const DECIDED_STATES = ['approved', 'rejected', 'split'] as const satisfies readonly DeskDocumentState[];

/** True for one of `DECIDED_STATES`. */
export const isDecided = (state: DeskDocumentState): boolean => DECIDED_STATES.some((one) => one === state);
