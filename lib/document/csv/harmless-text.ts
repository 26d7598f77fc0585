/** A plain number, also with sign, thousands or decimal marks and a percent sign: a spreadsheet reads it as that and nothing else. */
const NUMBER = /^[-+]?(\d+|\d{1,3}([.,' ]\d{3})*)([.,]\d+)?\s?%?$/;
/** Beginnings that make a spreadsheet take a text for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet runs: what would begin a formula gets an apostrophe before it; `-5` stays. */
export function harmlessText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
