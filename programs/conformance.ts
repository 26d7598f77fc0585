import { runConformance } from '#lib/service/conformance/run-conformance.ts';

const [address, key, schemaId] = process.argv.slice(2);
if (!address || !key) {
  console.error('Usage: npm run conformance -- URL KEY [SCHEMA_ID]');
  process.exit(2);
}
const target = {
  baseUrl: address.replace(/\/+$/, '').replace(/\/v1$/, ''),
  key,
  fetch: (request: Request) => fetch(request, { redirect: 'manual' }),
  schemaId: schemaId ?? null,
  patienceMs: 180_000,
};
try {
  const outcomes = await runConformance(target, ({ case: { about, says }, outcome, message }) => {
    const mark = { passed: 'ok  ', failed: 'FAIL', not_applicable: '-   ' }[outcome];
    console.log(`${mark} ${about}: ${says}${message ? `\n     ${message}` : ''}`);
  });
  const count = (outcome: string) => outcomes.filter((entry) => entry.outcome === outcome).length;
  console.log(
    `${count('passed')} passed, ${count('failed')} failed${count('not_applicable') ? `, ${count('not_applicable')} not applicable here` : ''}`,
  );
  process.exitCode = count('failed') > 0 ? 1 : 0;
} catch {
  console.error(`Nothing answers at ${target.baseUrl}.`);
  process.exitCode = 2;
}
