import { readFile } from 'node:fs/promises';
import type { Page, StatedValue } from '#lib/contract/service/reading.ts';
import { layOutPages } from '../../layout/lay-out.ts';
import { tellPages } from '../../layout/page-events.ts';
import type { FormatAdapter, ReadContext } from '../../model/adapter.ts';
import { textAdapter } from '../text/text-adapter.ts';
import { invoiceBlocks } from './invoice-blocks.ts';
import { readEInvoice } from './read-e-invoice.ts';

const LARGEST_E_INVOICE = 32 * 1024 * 1024;

/** Reads an e-invoice (CII, UBL) as a labelled page on which each of its values has its place, and other XML as text. */
export const xmlAdapter: FormatAdapter = {
  name: 'xml',
  async *read(file, context) {
    const values = file.size <= LARGEST_E_INVOICE ? readEInvoice(await readFile(file.path)) : null;
    if (!values || values.length === 0) return yield* textAdapter.read(file, context);
    const placed = values.map((value) => ({ ...value }));
    yield* tellPages(setInvoice(placed, context), context);
    yield { type: 'stated_values', values: placed };
  },
};

/** The pages of an e-invoice; notes in each value where it is shown. */
function* setInvoice(values: StatedValue[], { limits, signal }: ReadContext): Generator<Page, boolean> {
  const setting = layOutPages(invoiceBlocks(values), { maxPages: limits.maxPages, signal });
  let next = setting.next();
  for (; !next.done; next = setting.next()) {
    const page = next.value;
    // The fields only carried the places: nothing is to be filled in.
    for (const { name, box } of page.form_fields) {
      const value = values[Number(name)];
      if (value && !value.shown) value.shown = { page: page.number, box, text: textIn(page, box) };
    }
    page.form_fields = [];
    yield page;
  }
  return next.value;
}

function textIn(page: Page, [left, top, right, bottom]: Page['words'][number]['box']): string {
  const inside = page.words.filter(({ box }) => {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return inside.map(({ text }) => text).join(' ');
}
