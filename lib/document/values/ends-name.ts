/** A line that ends in an amount, gives one behind a colon, or begins with a bullet. */
const ENDS = /(?:^|\s)[€$£]?\d+[.,]\d{2,4}\s?[€$£]?$|:\s*\S*\d[.,]\d{2,4}\b|^[-–•*=]/;

/** True for a line under a name in a table that cannot go on with it: it holds an amount or begins a list. */
export function endsName(line: string): boolean {
  return ENDS.test(line);
}
