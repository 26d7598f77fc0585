// node scripts/migrations.mjs ROOM [NAME]: writes the SQL for what changed in the files tables.ts and columns.ts of lib/ROOM to lib/ROOM/migrations.
import { spawnSync } from 'node:child_process';

const [room, name] = process.argv.slice(2);
if (!room) {
  console.error('Which room? node scripts/migrations.mjs ROOM [NAME]');
  process.exit(1);
}
const run = spawnSync(
  'node_modules/.bin/drizzle-kit',
  [
    'generate',
    '--dialect',
    'postgresql',
    '--schema',
    `lib/${room}/**/{tables,columns}.ts`,
    '--out',
    `lib/${room}/migrations`,
    ...(name ? ['--name', name] : []),
  ],
  { stdio: 'inherit' },
);
process.exit(run.status ?? 1);
