const STEPS = 60;

/**
 * The error rate that is not exceeded with the given confidence, after so many errors in so many observations: the exact one-sided bound
 * of Clopper and Pearson (1934, “The use of confidence or fiducial limits illustrated in the case of the binomial”). Without observations
 * it is 1.
 * @param errors 0 to `total` @param confidence 0 to 1 @returns 0 to 1
 */
export function upperErrorBound(errors: number, total: number, confidence = 0.95): number {
  if (total <= 0 || errors >= total) return 1;
  // the rate at which so few errors or fewer are as unlikely as is allowed; the probability falls with the rate
  let [low, high] = [errors / total, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const rate = (low + high) / 2;
    if (atMost(errors, total, rate) > 1 - confidence) low = rate;
    else high = rate;
  }
  return high;
}

/** The probability of so many errors or fewer at an error rate. */
function atMost(errors: number, total: number, rate: number): number {
  return 1 - incompleteBeta(errors + 1, total - errors, rate);
}

/**
 * The regularised incomplete beta function, by the continued fraction of Lentz (Press et al., “Numerical Recipes”, 3rd edition, section
 * 6.4). @param a, b above 0 @param x 0 to 1
 */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * continuedFraction(a, b, x)) / a : 1 - (front * continuedFraction(b, a, 1 - x)) / b;
}

const TINY = 1e-300;
const MOST_TERMS = 500;
const SMALL = 1e-14;

function continuedFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MOST_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / notZero(1 + even * d);
    c = notZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + odd * d);
    c = notZero(1 + odd / c);
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < SMALL) break;
  }
  return fraction;
}

function notZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012,
  9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function for values from 1/2 on (Lanczos 1964). */
function logGamma(value: number): number {
  const x = value - 1;
  const base = x + LANCZOS.length - 0.5;
  const series = LANCZOS.reduce((sum, factor, index) => sum + factor / (x + index + 1), 0.99999999999980993);
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(base) - base + Math.log(series);
}
