import { readFile } from 'node:fs/promises';
import type { FormatAdapter } from './adapter.ts';
import { readEInvoice } from './e-invoice.ts';
import { textAdapter } from './layout/text-adapter.ts';

const LARGEST_E_INVOICE = 32 * 1024 * 1024;

/** Reads XML as text; an e-invoice (CII, UBL) also gives its values. */
export const xmlAdapter: FormatAdapter = {
  name: 'xml',
  mediaTypes: ['application/xml', 'text/xml'],
  async *read(file, context) {
    const values = file.size <= LARGEST_E_INVOICE ? readEInvoice(await readFile(file.path)) : null;
    if (values) yield { type: 'stated_values', values };
    yield* textAdapter.read(file, context);
  },
};
