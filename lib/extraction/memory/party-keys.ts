import type { Reading } from '#lib/contract/service/reading.ts';
import { checkVatDigits } from '#lib/document/values/check-vat-digits.ts';
import { parseIban, parseVatId } from '#lib/document/values/parse-identifier.ts';
import { EMAIL, IBAN, VAT } from '../candidates/find-patterns.ts';

/** Pages that are looked at from the beginning, and from the end. */
const PAGES = 3;
/** Most keys of a document. */
const MOST = 24;

/**
 * What a document prints that tells its parties from others: VAT numbers and bank accounts whose check digits are right, and the
 * domains of mail addresses. Documents that share one may have a party in common, whatever their layouts.
 */
export function partyKeys(reading: Reading): string[] {
  const keys = new Set<string>();
  const last = reading.pages.length - PAGES;
  reading.pages.forEach(({ words, lines }, index) => {
    if (index >= PAGES && index < last) return;
    for (const { words: range } of lines) {
      const text = words
        .slice(...range)
        .map((word) => word.text)
        .join(' ');
      for (const [found] of text.matchAll(IBAN)) for (const iban of shorter(found, parseIban)) keys.add(`iban ${iban}`);
      for (const [found] of text.matchAll(VAT))
        for (const vat of shorter(found, (part) => (checkVatDigits(parseVatId(part) ?? '') ? parseVatId(part) : null)))
          keys.add(`vat ${vat}`);
      for (const [found] of text.matchAll(EMAIL)) keys.add(`mail ${found.slice(found.indexOf('@') + 1).toLowerCase()}`);
    }
  });
  return [...keys].slice(0, MOST);
}

/** The longest beginning of a text that is understood: what follows a number on its line may run into it. */
function shorter(text: string, parse: (text: string) => string | null): string[] {
  for (let end = text.length; end >= 8; end--) {
    const parsed = parse(text.slice(0, end));
    if (parsed) return [parsed.replace(/\s/g, '')];
  }
  return [];
}
