import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A reporter of Vitest: writes { files: { [file]: { passed: count, failed: names } }, errors: messages }. What failed outside of
 * any test is among the failed of its file, or in `errors` when nothing tells the file.
 */
export class ResultsReporter {
  constructor(file) {
    this.file = file;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const results = { files: {}, errors: [] };
    const resultsOf = (file) => {
      results.files[file] ??= { passed: 0, failed: [] };
      return results.files[file];
    };
    for (const module of modules) {
      const file = resultsOf(module.relativeModuleId);
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') file.failed.push(test.fullName);
        if (state === 'passed') file.passed += 1;
      }
      for (const error of module.errors()) file.failed.push(error.message);
      // a worker that ended under its tests leaves them undecided
      if (file.failed.length === 0 && !['passed', 'skipped'].includes(module.state())) file.failed.push('was not run to its end');
    }
    for (const error of unhandledErrors) {
      const message = `outside of any test: ${error.message}`;
      if (error.VITEST_TEST_PATH) resultsOf(path.relative(process.cwd(), error.VITEST_TEST_PATH)).failed.push(message);
      else results.errors.push(message);
    }
    writeFileSync(this.file, JSON.stringify(results));
  }
}
