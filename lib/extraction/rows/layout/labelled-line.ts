import type { DocumentView } from '../../view/document-view.ts';
import type { Band } from './bands.ts';

/** Words of a label before its colon at most. */
const LABEL_WORDS = 6;

/** True for two or more labels with their values on one line ("Total weight: 21,000 kg   Seal: 4471"), which are no row. */
export function isLabelledLine(view: DocumentView, band: Band): boolean {
  const isLabelled = ({ start, end }: Band['segments'][number]) => {
    const colon = view.tokens.slice(start, Math.min(end - 1, start + LABEL_WORDS)).findIndex(({ text }) => /\p{L}[)\]]?:$/u.test(text));
    return colon >= 0;
  };
  return band.segments.length > 1 && band.segments.every(isLabelled);
}
