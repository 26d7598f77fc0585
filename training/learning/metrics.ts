/** Area under the curve of right against wrong by confidence; 0.5 = no better than chance. */
export function auroc(pairs: { confidence: number; right: boolean }[]): number {
  const sorted = [...pairs].sort((a, b) => a.confidence - b.confidence);
  let rankSum = 0;
  let positives = 0;
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    while (end < sorted.length && sorted[end]?.confidence === sorted[at]?.confidence) end++;
    const rank = (at + 1 + end) / 2;
    for (let index = at; index < end; index++)
      if (sorted[index]?.right) {
        rankSum += rank;
        positives++;
      }
    at = end;
  }
  const negatives = sorted.length - positives;
  return positives && negatives ? (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives) : Number.NaN;
}

/** Expected calibration error over ten bins: how far the confidences of a bin are from its share of right values, by count. */
export function calibrationError(pairs: readonly { confidence: number; right: boolean }[]): number {
  const gaps = new Array<number>(10).fill(0);
  for (const { confidence, right } of pairs) {
    const bin = Math.min(9, Math.floor(confidence * 10));
    gaps[bin] = (gaps[bin] ?? 0) + confidence - (right ? 1 : 0);
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / Math.max(1, pairs.length);
}
