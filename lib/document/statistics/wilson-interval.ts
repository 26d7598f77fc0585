/** The 97.5 % point of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * The interval in which a share lies with 95 % confidence, by its score (Wilson 1927, “Probable inference, the law of succession, and
 * statistical inference”). Without observations it is everything.
 * @param hits 0 to `total` @returns bounds from 0 to 1
 */
export function wilsonInterval(hits: number, total: number): { low: number; high: number } {
  if (total <= 0) return { low: 0, high: 1 };
  const share = hits / total;
  const square = Z * Z;
  const centre = (share + square / (2 * total)) / (1 + square / total);
  const half = (Z / (1 + square / total)) * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  // None and all have 0 and 1 as a bound. Rounding would miss it by some 1e-17, and lists sorted by it would have no order.
  return { low: hits === 0 ? 0 : Math.max(0, centre - half), high: hits === total ? 1 : Math.min(1, centre + half) };
}
