/** Beside the fields on a usual screen, until a page was shown. */
let last = 800;

/** Width in CSS pixels the first page of the next document will probably have: that of the one shown last. */
export const usualPageWidth = (): number => last;

/** Tells how wide the first page of a document is shown, in CSS pixels before turning. */
export function rememberPageWidth(width: number): void {
  last = width;
}
