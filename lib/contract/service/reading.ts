import { z } from 'zod';
import { boxSchema } from './box.ts';

/** One word as it stands on a page. */
export const wordSchema = z.object({
  text: z.string(),
  box: boxSchema,
  /** Probability 0 to 1 that the text was recognised right; absent for text taken from the file itself. */
  confidence: z.number().min(0).max(1).optional(),
  /** True when a reader of the page cannot see the word (white, tiny, off the crop, under a picture). */
  hidden: z.boolean().optional(),
  /** Font size in points of the displayed page, when the format tells it. */
  size: z.number().optional(),
  bold: z.boolean().optional(),
});
export type Word = z.infer<typeof wordSchema>;

/** A half-open range `[start, end)` of indices into an array of the same page. */
export const rangeSchema = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

/** A line of text; `words` is a range into `page.words`. Words of a line are consecutive and in reading order. */
export const lineSchema = z.object({ words: rangeSchema, box: boxSchema });
export type Line = z.infer<typeof lineSchema>;

/** A paragraph-like group; `lines` is a range into `page.lines`. Blocks stand in reading order. */
export const blockSchema = z.object({
  kind: z.enum(['heading', 'paragraph', 'list_item', 'table', 'header', 'footer', 'caption', 'code', 'comment', 'note']),
  level: z.number().int().optional(),
  lines: rangeSchema,
  box: boxSchema,
});
export type Block = z.infer<typeof blockSchema>;

/** A table cell. `words` are indices into `page.words`; spans are counts of grid rows and columns (1 = not merged). */
export const cellSchema = z.object({
  row: z.number().int().nonnegative(),
  column: z.number().int().nonnegative(),
  row_span: z.number().int().positive(),
  column_span: z.number().int().positive(),
  box: boxSchema,
  words: z.array(z.number().int().nonnegative()),
  text: z.string(),
  header: z.boolean().optional(),
});
export type Cell = z.infer<typeof cellSchema>;

export const tableSchema = z.object({
  box: boxSchema,
  row_count: z.number().int(),
  column_count: z.number().int(),
  cells: z.array(cellSchema),
  /** True when ruling lines (or the file's own table structure) gave the grid, false when alignment did. */
  ruled: z.boolean(),
});
export type Table = z.infer<typeof tableSchema>;

/** An interactive form field of the file (AcroForm, XFA, Word content control). */
export const formFieldSchema = z.object({
  name: z.string(),
  label: z.string().nullable(),
  kind: z.enum(['text', 'checkbox', 'radio', 'choice', 'signature']),
  /** Text, chosen option, or true/false for a tick box; null when empty. */
  value: z.union([z.string(), z.boolean(), z.null()]),
  box: boxSchema,
});
export type FormField = z.infer<typeof formFieldSchema>;

export const linkSchema = z.object({ box: boxSchema, url: z.string().nullable(), page: z.number().int().nullable() });

/** A tick box drawn or printed on the page, whether or not it is an interactive field. */
export const tickBoxSchema = z.object({ box: boxSchema, ticked: z.boolean(), confidence: z.number().min(0).max(1).optional() });

/** A barcode read from the picture of the page. */
export const barcodeSchema = z.object({
  format: z.enum(['code_128', 'code_39', 'qr_code', 'data_matrix', 'pdf_417']),
  text: z.string(),
  box: boxSchema,
});
export type Barcode = z.infer<typeof barcodeSchema>;

/** A picture on a page that was set by us; asked for as the picture of this part of the page. */
const pictureFrameSchema = z.object({
  box: boxSchema,
  /** What the file calls it, e.g. the name of a part of a package. */
  part: z.string(),
});

/** The rows and columns of a sheet's page. Those left out of a long empty stretch are not among them. */
export const sheetGridSchema = z.object({
  /** The sheet's own name; the page's `name` also tells the rows of one that fills several pages. */
  sheet: z.string(),
  /** Numbers of the rows and columns in the sheet, counted from 0. */
  rows: z.array(z.number().int().nonnegative()),
  columns: z.array(z.number().int().nonnegative()),
  /** Points from the page's corner; one more than there are rows or columns. Columns are as wide on each page of their sheet. */
  row_edges: z.array(z.number()),
  column_edges: z.array(z.number()),
  merges: z.array(boxSchema),
  /** Formulas by the address of their cell, without the equals sign, e.g. `{ "C7": "SUM(C2:C6)" }`; absent when there are none. */
  formulas: z.record(z.string(), z.string()).optional(),
});
export type SheetGrid = z.infer<typeof sheetGridSchema>;

/**
 * One page of a reading. A spreadsheet's sheet, a slide, and a stretch of a text, Word or mail file are pages too:
 * they are laid out on a virtual page so that evidence has the same form everywhere.
 */
export const pageSchema = z.object({
  /** 1-based. */
  number: z.number().int().positive(),
  /** Size of the page as displayed, in points (1/72 inch). */
  width: z.number().positive(),
  height: z.number().positive(),
  /** Sheet name, slide title or mail part, when the format names its pages. */
  name: z.string().nullable(),
  /** Where the words come from. `layout` = set by us on a virtual page. */
  source: z.enum(['text', 'ocr', 'mixed', 'layout', 'none']),
  /** How to show the page: `image` = ask for its picture; `layout` = draw the words at their boxes; `grid` = sheet with `grid` rows. */
  display: z.enum(['image', 'layout', 'grid']),
  /** Quarter turns (0, 90, 180, 270 degrees clockwise) that would make sideways text upright; 0 when it is. */
  text_rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  words: z.array(wordSchema),
  lines: z.array(lineSchema),
  blocks: z.array(blockSchema),
  tables: z.array(tableSchema),
  form_fields: z.array(formFieldSchema),
  tick_boxes: z.array(tickBoxSchema),
  links: z.array(linkSchema),
  /** From top to bottom; absent when there are none. */
  barcodes: z.array(barcodeSchema).optional(),
  /** Pictures that stand between the words of a page with `display: 'layout'`; absent when there are none. */
  pictures: z.array(pictureFrameSchema).optional(),
  /** Sheets only: hidden sheet, and for each word index its A1 address. */
  hidden: z.boolean().optional(),
  cell_addresses: z.array(z.string()).optional(),
  grid: sheetGridSchema.optional(),
});
export type Page = z.infer<typeof pageSchema>;

/** A value the file itself states in machine form: an XML element of an e-invoice, a mail header, a document property. */
export const statedValueSchema = z.object({
  source: z.enum(['e_invoice', 'mail_header', 'property', 'xfa']),
  /** Slash path without namespaces, with 0-based indices for repeated elements, e.g. `CrossIndustryInvoice/ExchangedDocument/ID`. */
  path: z.string(),
  value: z.string(),
  attributes: z.record(z.string(), z.string()).optional(),
  /** Where the page that we set for the file shows it, and as what text; absent when no page does. */
  shown: z.object({ page: z.number().int().positive(), box: boxSchema, text: z.string() }).optional(),
});
export type StatedValue = z.infer<typeof statedValueSchema>;

/** A file inside the file: mail attachment, nested mail, embedded XML. Its bytes live in the blob store under `sha256`. */
export const attachmentSchema = z.object({
  name: z.string(),
  media_type: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string(),
  /** Shown inside the body (content-id image) rather than attached. */
  inline: z.boolean(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

export const outlineEntrySchema = z.object({ title: z.string(), level: z.number().int(), page: z.number().int().nullable() });
export type OutlineEntry = z.infer<typeof outlineEntrySchema>;

/** What is known of a file besides its pages. */
export const readingSummarySchema = z.object({
  sha256: z.string(),
  /** Raised whenever the readers change what they return; older results are read again. */
  version: z.number().int(),
  media_type: z.string(),
  page_count: z.number().int(),
  stated_values: z.array(statedValueSchema),
  attachments: z.array(attachmentSchema),
  outline: z.array(outlineEntrySchema),
  /** Plain sentences for the person, e.g. "Page 3 could not be recognised." */
  warnings: z.array(z.string()),
});
export type ReadingSummary = z.infer<typeof readingSummarySchema>;

/** A file's pages, words, tables: the whole of what readers found. */
export const readingSchema = readingSummarySchema.extend({ pages: z.array(pageSchema) });
export type Reading = z.infer<typeof readingSchema>;
