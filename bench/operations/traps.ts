import { mkdirSync } from 'node:fs';
import { runChecks } from '../product/run-checks.ts';
import { REFUSAL_CHECKS } from './traps/refusal-checks.ts';
import { START_CHECKS } from './traps/start-checks.ts';
import { STOP_CHECKS } from './traps/stop-checks.ts';
import { TRANSFER_CHECKS } from './traps/transfer-checks.ts';
import { endAll } from './traps/trap-setup.ts';

/**
 * node scripts/run.mjs bench-traps [PART OF A NAME]: the operational traps, each tried on the built product. Linux. Needs `npm run build`.
 */
const checks = [...STOP_CHECKS, ...START_CHECKS, ...REFUSAL_CHECKS, ...TRANSFER_CHECKS];

mkdirSync('test-results', { recursive: true });
const wanted = process.argv[2];
await runChecks('traps', wanted ? checks.filter(({ name }) => name.includes(wanted)) : checks, { cleanUp: endAll });
