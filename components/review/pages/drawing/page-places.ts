/** Where pages stand one under the other, in pixels from the top of the first. Pages are counted from 1. */
export type PagePlaces = {
  /** Height of all of them with what stands before and between. */
  total: number;
  /** Top of a page. */
  startOf(page: number): number;
  /** The page at a height; where there is none, the nearest. */
  pageAt(height: number): number;
};

/**
 * Places pages one under the other. The page at a height is found by halving.
 * @param heightOf a page's height with the gap below it @param start what stands before the first page
 */
export function placePages(count: number, heightOf: (page: number) => number, start: number): PagePlaces {
  const ends = new Float64Array(count + 1);
  ends[0] = start;
  for (let page = 1; page <= count; page += 1) ends[page] = (ends[page - 1] ?? 0) + heightOf(page);
  return {
    total: ends[count] ?? start,
    startOf: (page) => ends[Math.min(count, Math.max(1, page)) - 1] ?? start,
    pageAt: (height) => {
      let [low, high] = [1, Math.max(1, count)];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle] ?? 0) > height) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
