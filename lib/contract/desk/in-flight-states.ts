import type { DeskDocumentState } from './desk-document.ts';

/** States that go on by themselves: the worker is at it. */
export const IN_FLIGHT_STATES = ['received', 'indexing', 'classifying', 'extracting'] as const satisfies readonly DeskDocumentState[];
