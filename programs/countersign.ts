import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '#lib/platform/product.ts';

/** The one entry to all programs: `node dist/countersign.mjs COMMAND`. */
const COMMANDS = {
  launcher: 'everything on this machine, with an embedded database unless DATABASE_URL is set; what "npm start" does',
  migrate: 'brings the database up to date, and ends',
  backup: 'adds a backup of database, files and secrets to a folder or bucket, while everything runs',
  restore: 'restores a backup into an empty installation',
  verify: 'checks backups, or the installation itself',
  passphrase: 'changes the passphrase of encrypted backups',
  web: 'the desk, and /v1 beside it',
  service: 'the document service, /v1',
  'service-worker': 'reads files and works off jobs of the service',
  'desk-worker': 'follows documents at their deployments, and works off jobs of the desk',
  models: 'lists, installs and chooses recognition packs',
  conformance: 'checks a deployment of the interface',
} as const;

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
const HELP = `${PRODUCT.name} ${PRODUCT.version}

  countersign COMMAND

${Object.entries(COMMANDS)
  .map(([name, what]) => `  ${name.padEnd(width)}  ${what}`)
  .join('\n')}

The desk, the service, the workers and migrate need DATABASE_URL. All of these but migrate wait until the database has their
migrations. backup, restore and verify take the embedded database without it. Settings are environment variables: docs/operations.md lists them. A secret may stand in a file that NAME_FILE names.
`;

const [command] = process.argv.slice(2);
if (command === '--help' || command === 'help') process.stdout.write(HELP);
else if (command === '--version') process.stdout.write(`${PRODUCT.version}\n`);
else if (command === undefined || !Object.hasOwn(COMMANDS, command)) {
  process.stderr.write(`${command === undefined ? 'Which program?' : `There is no program “${command}”.`}\n\n${HELP}`);
  process.exitCode = 2;
} else {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  process.env.COUNTERSIGN_ROOT ??= path.dirname(folder);
  const environment: { NODE_ENV?: string } = process.env;
  environment.NODE_ENV ??= 'production';
  process.argv.splice(2, 1);
  // in this very process, so that signals and exit codes are the program's own
  await import(new URL(`${command}.mjs`, import.meta.url).href);
}
