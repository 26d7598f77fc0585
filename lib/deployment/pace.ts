/** What a request to a deployment is for. `poll`: it asks whether something is done, and may find nothing new. */
export type Purpose = 'submit' | 'poll' | 'other';
/** What came of a request. `status`: of HTTP; null = no answer. `refused`: it was one too many. */
export type Seen = {
  status: number | null;
  retryAfterMs: number | null;
  isRefused: boolean;
  ms: number;
  problem: { code: string; message: string } | null;
};
export type Turn = { leave: (seen: Seen) => Promise<void> };

/** Decides when requests to a deployment are made, for all who make some. */
export type Pace = {
  /**
   * Waits until a request may be made.
   * @throws HeldError when that takes too long to wait for here: nothing was asked
   */
  enter: (purpose: Purpose, signal?: AbortSignal) => Promise<Turn>;
};

/** No request is made now; whoever wants to make one comes again later. */
export class HeldError extends Error {
  override name = 'HeldError';
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('Requests to this document service are waiting for their turn.');
    this.waitMs = waitMs;
  }
}

/** For a service that takes as many requests as there are. */
export const NO_PACE: Pace = { enter: async () => ({ leave: async () => undefined }) };
