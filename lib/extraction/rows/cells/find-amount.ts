import { currencyPattern, parseCurrency } from '#lib/document/values/parse-currency.ts';
import type { DocumentView } from '../../view/document-view.ts';

const FIGURE = "(?:\\d{1,3}(?:[.,’']\\d{3})+(?:[.,]\\d{2})?|\\d+[.,](?:\\d{2}|[-–—]{1,2}))";
/** An amount with coins, or with thousands marked, as tills print it; a tax letter may be glued to it. */
const PLAIN =
  /^[-−+(]?(?:RM|Rp\.?|EUR|USD|CHF|[$€£¥₹])?\s?[-−]?(?:\d{1,3}(?:[.,’']\d{3})+(?:[.,]\d{2})?|\d+[.,]\d{2})(?:[-−)]|[A-Z]{1,2}\b|[.,])?$/;
const WITH_CURRENCY = new RegExp(
  `^[-−+(]?(?:(?:${currencyPattern})[-−]?${FIGURE}|[-−]?${FIGURE}(?:${currencyPattern})|\\d+[.,][-–—]{1,2})[-−)]?$`,
  'iu',
);
/** An amount without coins that carries a sign of money ("₹250"); words such as "ft" are measures as often. */
const WHOLE_WITH_SIGN = /^[-−(]?(?:(?:[$€£¥₹₩₺₽₴₫₱฿₪]|R\$|US\$|Rs\.?|CHF|kr\.?)\d+|\d+(?:€|zł|Kč|kr\.?))[-−)]?$/iu;
const WHOLE = /^[-−(]?\d+(?:[.,’']\d{3})*[-−)]?$/;
const THOUSANDS = /^\d{3}(?:[.,]\d{2})?$/;
/** Currencies that are words for other things when they stand before a figure. */
const NOT_BEFORE = /^(?:ft|pen|try|mad|cop|euros?|dollars|pounds|lei)\.?$/i;
/** A measure as often as a currency, behind small figures. */
const FEET = /^ft\.?$/i;

/** An amount of a line: its tokens without the currency beside it, and where (among the line's tokens) it begins with it. */
export type LineAmount = { range: [number, number]; begin: number };

/**
 * The amount that ends before `end` in a line's tokens, with the currency before or behind it ("12,50 zł", "R$ 12,50",
 * "1 250 Ft"). Figures without coins count only beside a currency; thousands may stand apart there.
 * @param tokens token numbers of the line, left to right; `begin` and `end` are places in it
 */
export function findAmount(view: DocumentView, tokens: readonly number[], begin: number, end: number): LineAmount | null {
  const textAt = (place: number) => (place >= begin ? (view.tokens[tokens[place] ?? -1]?.text ?? '') : '');
  const behind = parseCurrency(textAt(end - 1)) === null ? null : textAt(end - 1);
  const at = behind === null ? end - 1 : end - 2;
  const text = textAt(at);
  const token = tokens[at];
  if (token === undefined || at < begin) return null;
  const before = parseCurrency(textAt(at - 1)) !== null && !NOT_BEFORE.test(textAt(at - 1)) ? at - 1 : at;
  const isMarked = PLAIN.test(text) || WITH_CURRENCY.test(text) || WHOLE_WITH_SIGN.test(text);
  if (behind === null) {
    const isWhole = before < at && WHOLE.test(text) && !/\p{L}/u.test(textAt(at - 1).replace(/^(?:R\$|US\$|Rs\.?|CHF|kr\.?)$/i, ''));
    return isMarked || isWhole ? { range: [token, token + 1], begin: before } : null;
  }
  const apart = thousandsBefore(view, tokens, begin, at);
  const isMoney = isMarked || (WHOLE.test(text) && (!FEET.test(behind) || apart < at || text.length > 2));
  return isMoney ? { range: [tokens[apart] ?? token, token + 1], begin: apart } : null;
}

/** Where an amount begins whose thousands stand apart from the rest with plain spaces ("1 250", "12 345,50"). */
function thousandsBefore(view: DocumentView, tokens: readonly number[], begin: number, at: number): number {
  let place = at;
  const tokenAt = (index: number) => view.tokens[tokens[index] ?? -1];
  while (place > begin && THOUSANDS.test(tokenAt(place)?.text ?? '')) {
    const [token, before] = [tokenAt(place), tokenAt(place - 1)];
    if (!token || !before || token.segment !== before.segment || !/^[-−]?\d{1,3}$/.test(before.text)) break;
    place--;
  }
  return place;
}
