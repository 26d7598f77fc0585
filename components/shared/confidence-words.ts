/** How sure a value is, in words: whole per cent, rounded down; null where its deployment said nothing about it. */
export function confidenceWords(confidence: number | null): string {
  return confidence === null ? 'No confidence given' : `${Math.floor(confidence * 100)} %`;
}
