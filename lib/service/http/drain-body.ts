const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_MS = 2_000;

/**
 * Reads what is left of a small refused body, so that the connection can be used again; a large one is left to the server,
 * which ends the connection after the answer.
 */
export async function drainBody(request: Request): Promise<void> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!request.body || request.bodyUsed || request.body.locked || !(length <= MOST_BYTES)) return;
  const reader = request.body.getReader();
  const end = Date.now() + LONGEST_MS;
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LONGEST_MS);
  try {
    while (Date.now() < end && !(await reader.read()).done);
  } catch {
    // the caller hung up
  } finally {
    clearTimeout(timer);
  }
}
