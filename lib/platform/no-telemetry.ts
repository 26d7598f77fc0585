/** Settings that keep what we are built on from reporting to its vendors. Native code reads them from the process's environment. */
export const NO_TELEMETRY = { ORT_DISABLE_TELEMETRY: '1', NEXT_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' } as const;

/** To be called before such code is loaded; in the main thread, since other threads have a copy of the environment. */
export function disableTelemetry(): void {
  // biome-ignore lint/style/noProcessEnv: written for others, not read
  Object.assign(process.env, NO_TELEMETRY);
}
