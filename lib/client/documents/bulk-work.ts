import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { errorMessage } from '../http/error-message.ts';
import { keepRemainder } from './bulk-remainder.ts';
import { documentKeys } from './documents.ts';

/** Takes back what was done to one document. */
export type Undo = () => Promise<unknown>;
/** What a bulk action does to one document, by the operation that a single document has. */
export type BulkStep = (document: DeskDocument) => Promise<Undo | undefined>;
/** A document that stays as it was, and why. */
export type LeftDocument = { document: DeskDocument; reason: string };

export type BulkState =
  | { stage: 'asking' }
  | { stage: 'running'; done: number; total: number }
  | { stage: 'undoing'; done: number; total: number }
  | { stage: 'over'; done: number; left: LeftDocument[]; undo: (() => void) | null }
  | { stage: 'undone'; done: number; left: LeftDocument[] };

const AT_ONCE = 4;

/** Does the same to many documents, four at a time, counts along, and can take it back. One that fails stops no other. */
export function useBulkWork() {
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>({ stage: 'asking' });
  const isStopped = useRef(false);

  async function each(
    stage: 'running' | 'undoing',
    documents: readonly DeskDocument[],
    work: (document: DeskDocument) => Promise<unknown>,
    onSettled: (id: string) => void = () => undefined,
  ) {
    const byId = new Map(documents.map((document) => [document.id, document]));
    const done: DeskDocument[] = [];
    const left: LeftDocument[] = [];
    let settled = 0;
    setState({ stage, done: 0, total: documents.length });
    isStopped.current = false;
    const waiting = [...byId.values()];
    const next = async () => {
      for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
        try {
          if (isStopped.current) throw new Error('Stopped before its turn.');
          await work(document);
          done.push(document);
        } catch (error) {
          left.push({ document, reason: errorMessage(error) });
        }
        settled += 1;
        onSettled(document.id);
        setState({ stage, done: settled, total: documents.length });
      }
    };
    // the work stops when the page closes, so the browser asks first
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    await Promise.all(Array.from({ length: AT_ONCE }, next)).finally(() => window.removeEventListener('beforeunload', warn));
    await client.invalidateQueries({ queryKey: documentKeys.lists });
    return { done, left };
  }

  async function takeBack(undos: ReadonlyMap<DeskDocument, Undo>): Promise<Extract<BulkState, { stage: 'undone' }>> {
    const { done, left } = await each('undoing', [...undos.keys()], (document) => undos.get(document)!());
    const state = { stage: 'undone' as const, done: done.length, left };
    setState(state);
    return state;
  }

  return {
    state,
    stop: () => {
      isStopped.current = true;
    },
    /**
     * @param kept whose and what action it is, so that it can be gone on with when the page goes before its end
     * @returns what was done and left, with the way back where every document done has one
     */
    run: async (documents: readonly DeskDocument[], step: BulkStep, kept?: { personId: string; action: unknown }) => {
      const undos = new Map<DeskDocument, Undo>();
      const ids = documents.map(({ id }) => id);
      const remainder = kept && keepRemainder(kept.personId, kept.action, ids);
      const work = async (document: DeskDocument) => {
        const undo = await step(document);
        if (undo) undos.set(document, undo);
      };
      const { done, left } = await each('running', documents, work, remainder?.settle).finally(remainder?.close);
      const undo = undos.size > 0 ? () => takeBack(undos) : null;
      setState({ stage: 'over', done: done.length, left, undo: undo && (() => void undo()) });
      return { done, left, undo };
    },
  };
}
