'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { useReviewActs } from '../session/review-context.ts';

/**
 * What is being typed for one value. Typing changes only the draft; `save` parses it by type and acts; a draft that is
 * not of the type is kept, marked wrong until it is typed on, and not saved. A value changed elsewhere replaces the draft. An input that goes
 * away saves its draft.
 */
export function useValueDraft(field: RowField, merged: MergedValue) {
  const review = useReviewActs();
  const shown = formatValue(field.type, merged.value);
  const [draft, drawDraft] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  // What is typed, also between a key press and the next drawing: leaving a field saves before React draws again.
  const latest = useRef(shown);
  const setDraft = (text: string) => {
    latest.current = text;
    drawDraft(text);
    setWrong(false);
  };
  const saved = useRef(shown);
  useEffect(() => {
    saved.current = shown;
    latest.current = shown;
    drawDraft(shown);
    setWrong(false);
  }, [shown]);

  const put = (text: string, value: Value, evidence: Evidence[]) => {
    saved.current = text;
    setDraft(text);
    const { pointer } = merged;
    review.act(value === null ? { kind: 'clear', pointer } : { kind: 'correct', pointer, value, evidence });
  };
  /** Saves what is typed, or `text`; false when it is not of the field's type. */
  const save = (text = latest.current): boolean => {
    if (text === saved.current) return true;
    const value = parseValue(field.type, text, {}, field.enum ?? []);
    if (value === null && text.trim() !== '') {
      setWrong(true);
      return false;
    }
    // Another notation of the same value is no correction.
    if (JSON.stringify(value) === JSON.stringify(merged.value)) {
      reset();
      return true;
    }
    put(text, value, []);
    return true;
  };
  /** Takes what was typed back; false when nothing was. */
  const reset = (): boolean => {
    if (latest.current === saved.current) return false;
    setDraft(saved.current);
    return true;
  };
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      if (latest.current !== saved.current && review.holds(merged.pointer)) save();
    };
  });
  useEffect(() => () => leave.current(), []);
  return { draft, setDraft, isWrong, isChanged: draft !== saved.current, put, save, reset };
}

/** True for a key press without modifiers. */
export function isPlain(event: KeyboardEvent): boolean {
  return !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
}
