// What "npm start" and "npm test" do before anything else, with nothing but Node: check Node, install what package-lock.json
// says when it is not there, build when sources changed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from './hash-sources.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const SETTINGS = ['next.config.mjs', 'postcss.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];
const SOURCES = [...SETTINGS, 'app', 'components', 'lib', 'programs', 'public', 'scripts/build-programs.mjs'];
const STAMP = path.join(root, '.next', 'countersign-stamp');

/** Ends the program with one sentence. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Countersign needs Node 20.19 or newer; this is Node ${process.versions.node}. See https://nodejs.org.`);
  }
}

/** Runs a command with our output; signals that reach us are handed on. Resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    const hand = (signal) => {
      child.kill(signal);
    };
    process.on('SIGTERM', hand);
    process.on('SIGINT', hand);
    const done = (code) => {
      process.off('SIGTERM', hand);
      process.off('SIGINT', hand);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      done(127);
    });
    child.once('exit', (code, signal) => done(signal ? 128 : (code ?? 1)));
  });
}

/** True when every package that package-lock.json demands is installed in its version. Optional ones may be missing. */
function isInstalled() {
  let installed;
  try {
    installed = JSON.parse(readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, optional, devOptional, peer }]) => {
    if (place === '') return true;
    if (!installed[place]) return optional || devOptional || peer;
    return installed[place].version === version;
  });
}

/** The npm that runs us, else the one on the path: command and first arguments. */
export function npm() {
  const file = process.env.npm_execpath;
  return file?.endsWith('.js') ? [process.execPath, file] : ['npm'];
}

export async function install() {
  if (isInstalled()) return;
  console.log('Installing packages (npm ci) …');
  // npm hands its own settings to scripts as npm_config_*; those of "npm start --omit=dev" must not reach this one
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(omit|include|production|only)$/i.test(name)),
  );
  const [command, ...before] = npm();
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run(command, [...before, ...args], { env: environment });
  if (code !== 0) fail('The packages could not be installed: see the messages of npm above.');
}

/** Builds programs and pages when a source changed since the last build. */
export async function build() {
  const hash = hashSources(root, SOURCES);
  const known = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (known === hash && existsSync(path.join(root, '.next', 'BUILD_ID')) && existsSync(path.join(root, 'dist', 'launcher.mjs'))) return;
  console.log('Building …');
  // Next would check types that a deleted route left in there
  rmSync(path.join(root, '.next'), { recursive: true, force: true });
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const programs = await run(process.execPath, ['scripts/build-programs.mjs']);
  if (programs !== 0) fail('The programs could not be built: see the messages above.');
  const environment = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const pages = await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], { env: environment });
  if (pages !== 0) fail('The pages could not be built: see the messages above.');
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
}
