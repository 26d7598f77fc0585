import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';

/** A value as a person approved it, with where it stands when that is known. */
export type ApprovedValue = {
  value: Value;
  text?: string | null | undefined;
  evidence?: readonly Evidence[] | undefined;
  /** Nobody did anything to it before it was approved. */
  untouched?: boolean | undefined;
  /** What a second check says instead. */
  checked_as?: Value | undefined;
};

/** By field, the approved value, or the approved rows of a `rows` field. */
export type ApprovedFields = Record<string, ApprovedValue | readonly Record<string, ApprovedValue>[]>;

/** The form of lessons that this engine makes and understands. */
export const LESSON_VERSION = 3;

/** An approved document that is laid before the extraction of another one. */
export type Remembered = {
  /** Id of the document. */
  id: string;
  /** How alike the two are, 0 to 1; see `findAlike`. */
  likeness: number;
  lesson: Lesson;
};
