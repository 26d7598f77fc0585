import { OutageError } from '../outage-error.ts';

/** The errors that a bucket's answers are told by. */
export type S3Outages = {
  /** What the bucket means by a status that is neither success nor "not there". */
  toOutage: (status: number) => OutageError;
  noBucket: () => OutageError;
  away: (says: string, cause?: unknown) => OutageError;
};

/** @param what the bucket, as the subject of what errors say */
export function s3Outages(what: string): S3Outages {
  const away = (says: string, cause?: unknown) => new OutageError('storage', 'away', `${what} ${says}`, { cause });
  return {
    away,
    noBucket: () => new OutageError('storage', 'refused', `${what} has no such bucket.`),
    toOutage(status) {
      const says = `(HTTP ${status})`;
      if (status === 507) return new OutageError('storage', 'full', `${what} is full ${says}.`);
      const isPassing = status >= 500 || status === 408 || status === 429;
      if (isPassing) return away(`does not work at the moment ${says}.`);
      return new OutageError('storage', 'refused', `${what} refuses the request ${says}. Check its bucket and keys, and the clock.`);
    },
  };
}
