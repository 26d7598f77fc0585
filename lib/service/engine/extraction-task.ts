import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { JobKind } from '#lib/contract/service/job.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { QuotedSentence } from '#lib/extraction/ground-summary.ts';
import type { Remembered } from '#lib/extraction/memory/lesson.ts';
import type { KnownPages } from '#lib/extraction/memory/sketch-reading.ts';
import type { TrackRecord } from '#lib/extraction/memory/track-record.ts';

/** What the extraction child is given. `name` is the file's name; `options` are those of the job. */
export type ExtractionTask = {
  kind: JobKind;
  reading: Reading;
  name: string;
  schema: Schema | null;
  options: Record<string, unknown>;
  /** Extraction only: approved documents like this one, with what they taught. */
  memory?: Remembered[];
  /** Extraction only: how the engine's answers turned out in approved documents of the schema. */
  records?: TrackRecord;
  /** Classification only: for each class the profiles of its examples, as entries. */
  examples?: [name: string, profiles: [token: string, weight: number][][]][];
  /** Splitting only: approved documents whose first pages are like pages of this file. */
  approved?: KnownPages[];
  /** Summary only: the schemas one of which may give the key facts. */
  schemas?: Schema[];
  /** Summary only: a model's sentences; then only what backs them is looked for. */
  quoted?: QuotedSentence[];
  /** The second engine's answer, of pages up to `lastPage` (null: all), and the local result it is laid beside; then nothing is extracted again. */
  second?: { local: ExtractionResult; answer: Record<string, unknown>; engine: string; lastPage: number | null };
};
