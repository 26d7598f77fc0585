/** Processor time that one document may take for the pictures beside its text: some twenty charts, or thirty pasted receipts. */
const LONGEST_MS = 60_000;
const MOST_NAMED = 12;

/** Bounds what the pictures on pages that have text of their own cost a document: a report of charts has hundreds. */
export type PartAllowance = {
  /** Does the work while there is time left; then notes the page and gives null. */
  spend<T>(pageNumber: number, work: () => Promise<T>): Promise<T | null>;
  /** Tells which pages were left out, or null. */
  warning(): string | null;
};

/** What this process has worked so far, in milliseconds: unlike the clock, it does not run faster on a busy machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param worked what was worked so far, in milliseconds */
export function createPartAllowance(longestMs = LONGEST_MS, worked = processorMs): PartAllowance {
  let spent = 0;
  const left: number[] = [];
  return {
    async spend(pageNumber, work) {
      if (spent >= longestMs) {
        left.push(pageNumber);
        return null;
      }
      const before = worked();
      try {
        return await work();
      } finally {
        spent += worked() - before;
      }
    },
    warning() {
      if (left.length === 0) return null;
      const named = left.slice(0, MOST_NAMED).join(', ');
      const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
      return `The document holds very many pictures. Text in those of page ${named}${more} was not read; the text of these pages was.`;
    },
  };
}
