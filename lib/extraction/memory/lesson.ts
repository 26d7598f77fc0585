import type { Evidence, Value } from '#lib/contract/service/extraction.ts';

/** A value as a person approved it, with where it stands when that is known. */
export type ApprovedValue = { value: Value; text?: string | null | undefined; evidence?: readonly Evidence[] | undefined };

/** By field, the approved value, or the approved rows of a `rows` field. */
export type ApprovedFields = Record<string, ApprovedValue | readonly Record<string, ApprovedValue>[]>;

/**
 * What stands around a print and what it looks like, in words whose digits are evened out: empty where nothing stands. Places are
 * fractions of the part of the page that is printed on, so that the edges of a scan do not count.
 */
export type Print = {
  /** 0-based, from the first page and from the last one. */
  page: number;
  fromLast: number;
  left: string;
  above: string;
  /** The head of its column and the beginning of its row. */
  head: string;
  row: string;
  right: string;
  below: string;
  /** The print itself, runs of letters and of digits evened out. */
  shape: string;
  box: [left: number, top: number, right: number, bottom: number];
};

/** What a document teaches about one field. */
export type FieldLesson = {
  value: Value;
  /** Where the value is printed; empty where it was found nowhere. */
  prints: Print[];
  /** What the engine answered by itself: whether that was right, how sure it was, and whether it was no value. */
  isRight: boolean;
  confidence: number;
  isNothing: boolean;
  /**
   * Mark of the field as the engine was asked for it; see `markField`. Null where the answer says nothing of how good the engine is: the
   * file states the value, or has no readable text.
   */
  asked: number | null;
};

/** What one approved document teaches: plain JSON, kept with the document and forgotten with it. */
export type Lesson = {
  /** Raised when the form changes; lessons of another version are learned anew. */
  version: number;
  /** What tells its parties from others; see `partyKeys`. */
  keys: string[];
  fields: Record<string, FieldLesson>;
};

/** The form of lessons that this engine makes and understands. */
export const LESSON_VERSION = 2;

/** An approved document that is laid before the extraction of another one. */
export type Remembered = {
  /** Id of the document. */
  id: string;
  /** How alike the two are, 0 to 1; see `findAlike`. */
  likeness: number;
  lesson: Lesson;
};
