import { count, inArray } from 'drizzle-orm';
import type { DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { AskedFigures } from '#lib/platform/metrics/asked-figures.ts';
import { METRICS } from '#lib/platform/metrics/metrics.ts';
import { listDeploymentStates } from '../../deployment-settings/list-deployment-states.ts';
import { documents } from '../../documents/tables.ts';

const EVERY_MS = 10_000;
/** What is under way, and what goes on only after a person has done something about it. */
const STATES = [...IN_FLIGHT_STATES, 'failed', 'unmapped', 'unclassified', 'stacked'] as const satisfies readonly DeskDocumentState[];

/** Documents under way and in trouble, counted in the index of states, in `METRICS`. */
export function documentFigures(database: Database): AskedFigures {
  const gauge = METRICS.documents;
  return {
    everyMs: EVERY_MS,
    forget: () => gauge.reset(),
    async ask() {
      const rows = await database
        .select({ state: documents.state, total: count() })
        .from(documents)
        .where(inArray(documents.state, [...STATES]))
        .groupBy(documents.state);
      for (const state of STATES) gauge.set({ state }, rows.find((row) => row.state === state)?.total ?? 0);
    },
  };
}

/** Which deployments in use answer as they should, in `METRICS`; nothing for one that was never asked for anything. */
export function deploymentFigures(database: Database): AskedFigures {
  const gauge = METRICS.deploymentReachable;
  return {
    everyMs: EVERY_MS,
    forget: () => gauge.reset(),
    async ask() {
      const states = await listDeploymentStates(database);
      gauge.reset();
      for (const { id, state } of states) if (state !== 'untested') gauge.set({ deployment: id }, state === 'failing' ? 0 : 1);
    },
  };
}
