import type { Box } from '#lib/contract/service/box.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Proof } from '../recognisers/recognised-value.ts';

/** What a stretch of text was recognised as. */
export type CandidateKind =
  | 'date'
  | 'amount'
  | 'percent'
  | 'duration'
  | 'iban'
  | 'bic'
  | 'vat_id'
  | 'email'
  | 'phone'
  | 'url'
  | 'code'
  | 'text'
  | 'block'
  | 'name'
  | 'place'
  | 'tick'
  | 'option'
  | 'form';

/** A stretch of text that could be the value of a field. */
export type Candidate = {
  kind: CandidateKind;
  /** Ranges of tokens (half-open), in reading order; one unless the text runs over several lines. */
  ranges: [number, number][];
  /** 0-based page. */
  page: number;
  /** Segment of the first token; -1 for a form value that is not among the page's words, and for what a recogniser read. */
  segment: number;
  /** Box of a form value or barcode, which is not among the page's words (fractions of the page). */
  box?: Box;
  /** As printed, lines joined by a space. */
  text: string;
  value: Value;
  /** ISO 4217 when printed with the amount. */
  currency?: string | null;
  /** Digits after the decimal sign. */
  decimals?: number;
  /** Other reading of an all-digit date. */
  alternative?: string | null;
  /** 0 to 1: how sure the kind is (check digits, form). */
  strength: number;
  /**
   * Where the stretch comes from: the whole segment, what stands behind a label in it, a part between separators; a field of the
   * file's form; a machine-readable zone or barcode that a recogniser read.
   */
  origin: 'segment' | 'after_label' | 'part' | 'pattern' | 'lines' | 'form' | 'run' | 'recogniser';
  /** What the value is called without text beside it: by the label of its form field, or in plain English by the standard of its code. */
  statedLabels?: readonly string[];
  /** How far a value is proved whose code has check digits. */
  proof?: Proof;
};

/** First token of a candidate. */
export function startOf(candidate: Candidate): number {
  return candidate.ranges[0]?.[0] ?? 0;
}

/** Token after the last one of a candidate. */
export function endOf(candidate: Candidate): number {
  return candidate.ranges.at(-1)?.[1] ?? 0;
}
