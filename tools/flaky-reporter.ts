import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes to FLAKY_REPORT which tests passed only when they were tried again, with what each said the first time: a
 * JSON array of texts, that `npm test` prints and counts.
 */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap(({ relativeModuleId, children }) =>
      [...children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => {
          const errors = (test.result().errors ?? []).map((error) => error.stack ?? error.message);
          return [`flaky: ${relativeModuleId} > ${test.fullName}`, ...errors].join('\n');
        }),
    );
    const path = process.env['FLAKY_REPORT'];
    if (path) writeFileSync(path, JSON.stringify(flaky));
  }
}
