import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Settings that are secrets. Each may be given as `NAME_FILE` instead: a file that holds it, as containers mount them. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'COUNTERSIGN_API_KEY',
  'COUNTERSIGN_SERVICE_KEY',
  'COUNTERSIGN_SET_UP_TOKEN',
  'COUNTERSIGN_SESSION_SECRET',
  'COUNTERSIGN_ENCRYPTION_KEY',
  'COUNTERSIGN_LLM_KEY',
  'COUNTERSIGN_OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'SMTP_PASSWORD',
  'COUNTERSIGN_BACKUP_PASSPHRASE',
  'COUNTERSIGN_BACKUP_NEW_PASSPHRASE',
  'COUNTERSIGN_BACKUP_S3_ACCESS_KEY',
  'COUNTERSIGN_BACKUP_S3_SECRET_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;

/** Settings with what stood in files. `files`: those that were read. `faults`: what is wrong with a `NAME_FILE`, never its contents. */
type WithFiles = {
  settings: Record<string, string | undefined>;
  files: string[];
  faults: { name: string; message: string }[];
};

/**
 * Settings with what stands in the files that `NAME_FILE` names, without white space around it.
 * @param rootDir the project's folder, which paths may be relative to
 */
export function withSettingFiles(given: Record<string, string | undefined>, rootDir: string): WithFiles {
  const { settings, files, faults }: WithFiles = { settings: { ...given }, files: [], faults: [] };
  for (const name of SECRET_SETTINGS) {
    const fileSetting = `${name}_FILE`;
    const named = given[fileSetting];
    if (named === undefined) continue;
    delete settings[fileSetting];
    if (given[name] !== undefined) {
      faults.push({ name: fileSetting, message: `says the same as ${name}: set one of them` });
      continue;
    }
    const file = path.resolve(/* turbopackIgnore: true */ rootDir, named);
    try {
      settings[name] = readFileSync(/* turbopackIgnore: true */ file, 'utf8').trim();
      files.push(file);
      if (settings[name] === '') faults.push({ name: fileSetting, message: 'the file is empty' });
    } catch {
      faults.push({ name: fileSetting, message: 'the file cannot be read' });
    }
  }
  return { settings, files, faults };
}
