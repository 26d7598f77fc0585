/** A request that a stand-in got. */
export type LoggedRequest = {
  /** Milliseconds since the first. */
  at: number;
  method: string;
  /** With `{id}` for ids. */
  path: string;
  status: number;
  user_agent: string;
  /** Of a job. */
  schema_id?: string | undefined;
  /** Of an upload. */
  metadata?: string | undefined;
};

const WINDOW_MS = 10_000;
const MINUTE_MS = 60_000;

/** Keeps what was asked, and counts it against a limit of requests a minute. */
export function createRequestLog() {
  const log: LoggedRequest[] = [];
  const begun = Date.now();
  let minute: { begins: number; count: number } = { begins: begun, count: 0 };
  return {
    log,
    add(request: Omit<LoggedRequest, 'at'>): LoggedRequest {
      const logged = { at: Date.now() - begun, ...request };
      log.push(logged);
      return logged;
    },
    /** Counts a request. @returns milliseconds until the next minute when there is no room in this one; 0 = there is */
    take(limit: number | null): number {
      const now = Date.now();
      if (now - minute.begins >= MINUTE_MS) minute = { begins: now, count: 0 };
      if (limit !== null && minute.count >= limit) return minute.begins + MINUTE_MS - now;
      minute.count += 1;
      return 0;
    },
    /** The most requests that came within ten seconds. */
    peak(): number {
      let [from, most] = [0, 0];
      for (const [at, request] of log.entries()) {
        while (request.at - log[from]!.at > WINDOW_MS) from += 1;
        most = Math.max(most, at - from + 1);
      }
      return most;
    },
  };
}
