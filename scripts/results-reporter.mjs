import { writeFileSync } from 'node:fs';

/**
 * A reporter of Vitest: writes { passed: count, failed: names, unsteady: names } to a file. Unsteady tests passed only when they
 * were tried again; what failed outside of any test is among the failed.
 */
export class ResultsReporter {
  constructor(file) {
    this.file = file;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const results = { passed: 0, failed: [], unsteady: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const name = `${module.relativeModuleId}: ${test.fullName}`;
        const { state } = test.result();
        if (state === 'failed') results.failed.push(name);
        if (state === 'passed') results.passed += 1;
        if (test.diagnostic()?.flaky) results.unsteady.push(name);
      }
      for (const error of module.errors()) results.failed.push(`${module.relativeModuleId}: ${error.message}`);
    }
    for (const error of unhandledErrors) results.failed.push(`outside of any test: ${error.message}`);
    writeFileSync(this.file, JSON.stringify(results));
  }
}
