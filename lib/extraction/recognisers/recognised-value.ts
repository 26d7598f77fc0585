/**
 * How far a value is proved. checked: its check digits, or the error correction of its barcode, are right · repaired: they are
 * right after the only look-alike change that makes them so · listed: it has none, but stands between others that are right and is one
 * of the few that the standard allows there · beside: it only stands beside others that are right.
 */
export type Proof = 'checked' | 'repaired' | 'listed' | 'beside';

/** A value that the code of a document states by a standard, with what the standard calls it. */
export type RecognisedValue = {
  /** Plain English names of it, each as a label would be printed. */
  labels: readonly string[];
  kind: 'date' | 'text' | 'code' | 'place' | 'amount' | 'iban' | 'bic';
  /** Dates ISO, amounts as numbers, all else text. */
  value: string | number;
  /** As the code says it. */
  text: string;
  /** ISO 4217, for amounts. */
  currency?: string;
  proof: Proof;
  /** A person's name or part of one, written in the letters A to Z only: printed text may spell it with others. */
  isPlainName?: boolean;
};
