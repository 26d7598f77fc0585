/** Names of the parts that two labels are compared by, in the order of `comparePartsOf`. */
export const LABEL_PARTS = [
  'whole',
  'called',
  'description',
  'heading',
  'asked_covered',
  'printed_covered',
  'asked_missed',
  'printed_extra',
  'asked_said',
  'printed_said',
  'has_heading',
  'has_description',
] as const;

/** Kinds of values that a field may ask for, told by the meaning of its words. */
export const WANTED_KINDS = [
  'code',
  'person',
  'company',
  'address',
  'place',
  'text',
  'email',
  'phone',
  'date',
  'money',
  'number',
  'percentage',
] as const;

/** The parts of a field or of text whose vectors are added up, each with its learned weight. */
export const LABEL_ROLES = ['name', 'label', 'description', 'text', 'heading'] as const;
export type LabelRole = (typeof LABEL_ROLES)[number];

/** The model as it ships: the table of subword vectors in base64, one byte a number. */
export type LabelModelFile = {
  version: string;
  /** Numbers of a vector. */
  dimension: number;
  /** Rows of the table. */
  rows: number;
  /** `rows` × `dimension` signed bytes, in base64. */
  table: string;
  /** The value of each row's largest byte (127): `rows` numbers of 32 bits, little-endian, in base64. */
  scales: string;
  /** Log-weights of the rows for the weight of a word, `rows` signed bytes in base64; 32 = 1. */
  weights: string;
  roles: Record<LabelRole, number>;
  /** Names and weights of the comparison (log-odds). */
  parts: string[];
  comparison: { base: number; weights: number[] };
  /** Log-odds that a text is a label: base, weight of each number of its vector, then of `labelnessParts`. */
  labelness: number[];
  /** By `WANTED_KINDS`, log-odds that a field asks for that kind: base and weight of each number of its vector. */
  wants: number[][];
};

/** The model in memory. */
export type LabelModel = {
  dimension: number;
  rows: number;
  table: Int8Array;
  scales: Float32Array;
  weights: Int8Array;
  roles: Record<LabelRole, number>;
  comparison: { base: number; weights: number[] };
  labelness: number[];
  wants: number[][];
};

/** What a signed byte of a log-weight counts. */
export const WEIGHT_STEP = 1 / 32;

/**
 * Makes a model of its file.
 * @throws RangeError when the file is cut short or was learned for another list of parts
 */
export function decodeLabelModel(file: LabelModelFile): LabelModel {
  const { dimension, rows } = file;
  const table = bytesOf(file.table);
  const scales = bytesOf(file.scales);
  const weights = bytesOf(file.weights);
  if (table.length !== rows * dimension || scales.length !== rows * 4 || weights.length !== rows)
    throw new RangeError('The label model is cut short. Run "npm run train-labels".');
  if (file.parts.join() !== LABEL_PARTS.join() || file.comparison.weights.length !== LABEL_PARTS.length)
    throw new RangeError('The label model was learned for another list of parts. Run "npm run train-labels".');
  const view = new DataView(scales.buffer, scales.byteOffset, scales.byteLength);
  return {
    ...{ dimension, rows, roles: file.roles, comparison: file.comparison, labelness: file.labelness, wants: file.wants },
    table: new Int8Array(table.buffer, table.byteOffset, table.length),
    scales: Float32Array.from({ length: rows }, (_, row) => view.getFloat32(row * 4, true)),
    weights: new Int8Array(weights.buffer, weights.byteOffset, weights.length),
  };
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
