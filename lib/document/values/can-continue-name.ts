/** A line that ends in an amount, gives one behind a colon, or begins with a bullet. */
const ENDS = /(?:^|\s)[€$£]?\d+[.,]\d{2,4}\s?[€$£]?$|:\s*\S*\d[.,]\d{2,4}\b|^[-–•*=]/;

/** True for a line that may go on with the name above it in a table: it holds no amount and begins no list. */
export function canContinueName(line: string): boolean {
  return !ENDS.test(line);
}
