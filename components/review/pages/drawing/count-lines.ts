/** A printed character is about half as wide as its line is high. */
const CHARACTER = 0.5;

/**
 * Lines of print that a text fills in its place, guessed from how much of it there is.
 * @param length of the place along the lines, `thickness` across them, in the same unit
 */
export function countLines(characters: number, length: number, thickness: number): number {
  return Math.max(1, Math.round(Math.sqrt((CHARACTER * characters * thickness) / length)));
}
