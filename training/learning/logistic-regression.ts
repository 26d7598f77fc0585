/**
 * Logistic regression of outcomes on `rows` (the first number of each row is 1, for the base), every other weight held near
 * nothing by `strength`. Newton's method, as in `logisticCurve`.
 */
export function logisticWeights(rows: readonly number[][], rights: readonly boolean[], strength = 1): number[] {
  const size = rows[0]?.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  const holds = weights.map((_, at) => (at === 0 ? 0.1 * strength : strength));
  for (let round = 0; round < 60; round++) {
    const system = holds.map((hold, i) => [...holds.map((_, j) => (i === j ? hold : 0)), -hold * (weights[i] ?? 0)]);
    rows.forEach((row, at) => {
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
      system.forEach((line, i) => {
        const own = row[i] ?? 0;
        row.forEach((value, j) => {
          line[j] = (line[j] ?? 0) + chance * (1 - chance) * own * value;
        });
        line[size] = (line[size] ?? 0) + ((rights[at] ? 1 : 0) - chance) * own;
      });
    });
    const steps = solve(system);
    weights = weights.map((weight, at) => weight + (steps[at] ?? 0));
    if (Math.max(0, ...steps.map(Math.abs)) < 1e-8) break;
  }
  return weights;
}

/** Solves a symmetric positive definite system, its right side in the last column, by elimination. */
function solve(system: number[][]): number[] {
  const size = system.length;
  for (let at = 0; at < size; at++)
    for (let row = 0; row < size; row++) {
      const [own, other] = [system[at] ?? [], system[row] ?? []];
      const factor = row === at ? 0 : (other[at] ?? 0) / (own[at] ?? 1);
      if (factor) for (let column = at; column <= size; column++) other[column] = (other[column] ?? 0) - factor * (own[column] ?? 0);
    }
  return system.map((line, at) => (line[size] ?? 0) / (line[at] ?? 1));
}
