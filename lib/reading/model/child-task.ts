import type { Box } from '#lib/contract/service/box.ts';
import type { Attachment, OutlineEntry, StatedValue, Word } from '#lib/contract/service/reading.ts';
import type { ReadLimits } from './adapter.ts';
import type { ReadErrorCode } from './read-error.ts';

type CommonTask = {
  path: string;
  name: string;
  password?: string | undefined;
  limits: ReadLimits;
  ocrModelDir?: string | undefined;
  /** Where fonts are looked for that a PDF does not embed. */
  fontDir?: string | undefined;
};

/** What the reader asks of its child process. */
export type ReadTask = CommonTask & {
  kind: 'read';
  languages: string[];
  /** Folder for the files found inside the file. */
  folder: string;
};
export type DrawTask = CommonTask & {
  kind: 'draw';
  page: number;
  /** Pixels. */
  width: number;
  region?: Box | undefined;
  /** A picture between the words of the page, by what the page calls it: it is drawn alone. */
  part?: string | undefined;
  /** Where the WebP goes. */
  target: string;
};
export type RecogniseTask = CommonTask & {
  kind: 'recognise';
  languages: string[];
  page: number;
  /** Points. */
  pageWidth: number;
  region: Box;
};
/** A page of the file in a new PDF, turned clockwise by so many degrees. */
export type ComposedPage = { number: number; turn: 0 | 90 | 180 | 270 };
export type ComposeTask = CommonTask & {
  kind: 'compose';
  /** Pages the file must have. */
  pageCount: number;
  /** The pages of each new PDF, and where it goes. */
  parts: { pages: readonly ComposedPage[]; target: string }[];
};
/** Loads something of what files need, ahead of the first one. */
export type WarmTask = { kind: 'warm'; step: WarmStep; languages: string[]; ocrModelDir?: string | undefined };
/** What pictures of pages need; what digital files need; the networks of recognition; a first scan; the second reader of scans. */
export type WarmStep = 'drawing' | 'digital' | 'networks' | 'scan' | 'second_reader';
/** Finds out what a file is. */
export type SniffTask = { kind: 'sniff'; path: string; name: string };
export type ChildTask = WarmTask | SniffTask | ReadTask | DrawTask | RecogniseTask | ComposeTask;

/** Heads of the messages a child sends while it reads; a page's JSON, gzipped, is the message's body. */
export type ReadMessage =
  | { type: 'media_type'; mediaType: string }
  | { type: 'page_count'; pageCount: number }
  | { type: 'page'; number: number; characters: number }
  | { type: 'stated_values'; values: StatedValue[] }
  | { type: 'attachment'; attachment: Attachment; path: string }
  /** A copy that opens without the password, in the task's folder. */
  | { type: 'unlocked'; path: string }
  | { type: 'outline'; entries: OutlineEntry[] }
  | { type: 'warning'; message: string }
  /** A `draw` task was stopped before all was drawn. */
  | { type: 'picture_cut' }
  /** The answer of a `sniff` task. */
  | { type: 'kind'; mediaType: string; xmlRoot: string | null }
  /** The answer of a `recognise` task. */
  | { type: 'words'; words: Word[] };

export type TaskResult = { ok: true } | { ok: false; code: ReadErrorCode; message: string };
