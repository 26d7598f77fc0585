import { FEATURES } from '../feature-names.ts';

const PLACES: ReadonlyMap<string, number> = new Map(FEATURES.map((name, at) => [name, at]));

/** A vector of `FEATURES` in the making: every feature is written by its name. */
export class FeatureWriter {
  readonly vector = new Float32Array(FEATURES.length);

  /**
   * Writes one feature; true counts as 1.
   * @throws RangeError for a name that is not in `FEATURES`
   */
  set(name: string, value: number | boolean): void {
    const at = PLACES.get(name);
    if (at === undefined) throw new RangeError(`There is no feature “${name}”.`);
    this.vector[at] = Number(value);
  }
}
