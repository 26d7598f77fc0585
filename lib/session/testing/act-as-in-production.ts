/**
 * Sets the environment of this process as in production: better-auth leaves its own origin check out when it believes to be tested.
 * @returns puts back what it was. Call it when the tests are over: files share a process, and React, for one, loads other code in production.
 */
export function actAsInProduction(): () => void {
  const before = { TEST: process.env.TEST, VITEST: process.env.VITEST, NODE_ENV: process.env.NODE_ENV };
  delete process.env.TEST;
  delete process.env.VITEST;
  Object.assign(process.env, { NODE_ENV: 'production' });
  return () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
