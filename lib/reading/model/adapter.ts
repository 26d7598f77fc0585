import type { Box } from '#lib/contract/service/box.ts';
import type { Attachment, OutlineEntry, Page, StatedValue } from '#lib/contract/service/reading.ts';

/** A file on local disk whose kind has been found by content. */
export type SourceFile = {
  path: string;
  /** The name it was given; only a hint. */
  name: string;
  /** Bytes. */
  size: number;
  /** By content, see `sniff`. */
  mediaType: string;
  /** Kept only for this reading. */
  password?: string;
};

export type ReadLimits = {
  maxPages: number;
  maxPixels: number;
  maxUnpackedBytes: number;
  maxEntries: number;
  maxRatio: number;
  maxDepth: number;
};

export type ReadContext = {
  limits: ReadLimits;
  /** ISO 639-1 codes that text recognition should expect. */
  languages: string[];
  /** Keeps the bytes of a file found inside the file and tells how to refer to it. */
  keepAttachment(attachment: Omit<Attachment, 'sha256' | 'size'>, bytes: Uint8Array): Promise<Attachment>;
  signal: AbortSignal;
};

/** What an adapter tells while it reads. Pages come in order, each as soon as it is done. */
export type ReadEvent =
  | { type: 'page_count'; pageCount: number }
  | { type: 'page'; page: Page }
  | { type: 'stated_values'; values: StatedValue[] }
  | { type: 'attachment'; attachment: Attachment }
  | { type: 'outline'; entries: OutlineEntry[] }
  | { type: 'warning'; message: string };

/** RGBA pixels, row by row, four bytes a pixel. `isCut`: drawing took too long, and what comes last is missing. */
export type Raster = { pixels: Uint8Array; width: number; height: number; isCut?: boolean };

/**
 * Turns one family of formats into pages. Runs in a child process with limits; throws `ReadError` with a stable code
 * for files it must refuse (protected, damaged, unsupported, too large).
 */
export type FormatAdapter = {
  name: string;
  read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent>;
  /**
   * Draws one page as displayed, `width` pixels wide (capped by the limits); only for pages with `display: 'image'`.
   * `region` asks for a part of the page only (box scale), `width` then is the width of that part.
   */
  draw?(file: SourceFile, pageNumber: number, width: number, context: ReadContext, region?: Box): Promise<Raster>;
  /** Draws a picture that stands between the words of a page, by what the page calls it; only for formats that name such pictures. */
  drawFramed?(file: SourceFile, part: string, width: number, context: ReadContext): Promise<Raster>;
  /** A copy of a protected file that opens without its password, so that its pages can be drawn later. */
  unlock?(file: SourceFile): Promise<Uint8Array>;
};
