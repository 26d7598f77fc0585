// Whether a program in the container answers: ends with 0 or 1. `node probe.mjs [ADDRESS]`; the desk of this container when absent.
const address = process.argv[2] ?? `http://127.0.0.1:${process.env.PORT ?? 3000}/api/health`;
const limitMs = 4_000;

try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(limitMs) });
  process.exitCode = answer.ok ? 0 : 1;
  console.log(`${address} answered ${answer.status}`);
} catch (error) {
  process.exitCode = 1;
  console.log(`${address} does not answer: ${error.cause?.code ?? error.name}`);
}
