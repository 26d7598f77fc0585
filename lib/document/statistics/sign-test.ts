/**
 * How likely at least so many of the changes are losses where a loss is as likely as a gain: the exact one-sided sign test (Dixon and Mood 1946,
 * “The statistical sign test”). For right and wrong answers to the same questions it is the exact form of McNemar's test (McNemar 1947, “Note
 * on the sampling error of the difference between correlated proportions or percentages”).
 * @param losses, gains whole numbers from 0 on @returns 0 to 1; 1 without changes
 */
export function signTest(losses: number, gains: number): number {
  const changes = losses + gains;
  if (losses <= 0) return 1;
  // in logarithms: the terms of many changes are too small for a number, and their sum is not
  let term = -changes * Math.LN2;
  let sum = Math.exp(term);
  for (let gained = 1; gained <= gains; gained += 1) {
    term += Math.log((changes - gained + 1) / gained);
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
