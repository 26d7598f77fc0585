import { parseAamva } from './parse-aamva.ts';
import { parseEpcCode, parseSwissCode } from './parse-payment-code.ts';
import type { RecognisedValue } from './recognised-value.ts';

/** What the text of a barcode says by a standard that is known here; nothing for other texts. */
export function parseBarcode(text: string): RecognisedValue[] {
  return parseSwissCode(text) ?? parseEpcCode(text) ?? parseAamva(text) ?? [];
}
