import { readFileSync } from 'node:fs';

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
] as const;

const fileSettingOf = (name: string) => `${name}_FILE`;

/**
 * Settings with what stands in the files that `NAME_FILE` names, without white space around it.
 * @returns the settings, and what is wrong with each `NAME_FILE` (never its contents)
 */
export function withSettingFiles(given: Record<string, string | undefined>): {
  settings: Record<string, string | undefined>;
  faults: { name: string; message: string }[];
} {
  const settings = { ...given };
  const faults: { name: string; message: string }[] = [];
  for (const name of SECRET_SETTINGS) {
    const fileSetting = fileSettingOf(name);
    const file = given[fileSetting];
    if (file === undefined) continue;
    delete settings[fileSetting];
    if (given[name] !== undefined) {
      faults.push({ name: fileSetting, message: `says the same as ${name}: set one of them` });
      continue;
    }
    try {
      settings[name] = readFileSync(/* turbopackIgnore: true */ file, 'utf8').trim();
      if (settings[name] === '') faults.push({ name: fileSetting, message: 'the file is empty' });
    } catch {
      faults.push({ name: fileSetting, message: 'the file cannot be read' });
    }
  }
  return { settings, faults };
}

/** An environment for another program: without `NAME_FILE` where `NAME` itself is given. */
export function withoutSettingFiles(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const names = SECRET_SETTINGS.filter((name) => environment[name] !== undefined).map(fileSettingOf);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}
