import { existsSync } from 'node:fs';
import path from 'node:path';

/** A room's migrations: SQL files made by drizzle-kit from its `tables.ts`. `schema` is the room's PostgreSQL schema. */
export type MigrationFolder = { schema: string; folder: string };

/** Rooms that keep tables, in the order in which they are migrated. */
const ROOMS_WITH_TABLES = ['session', 'files', 'service', 'reading', 'desk'] as const;

/** The migrations of every room: `lib/ROOM/migrations` under the project's folder. A room without a journal has no tables yet. */
export function listMigrationFolders(rootDir: string): MigrationFolder[] {
  return ROOMS_WITH_TABLES.map((room) => ({
    schema: room,
    folder: path.join(/* turbopackIgnore: true */ rootDir, 'lib', room, 'migrations'),
  })).filter(({ folder }) => existsSync(/* turbopackIgnore: true */ path.join(folder, 'meta', '_journal.json')));
}
