import type { Reporter, TestCase } from "vitest/node";

/** Prints why an attempt failed whose retry passed. */
// oxlint-disable-next-line import/no-default-export -- vitest constructs the default export.
export default class FailedAttempts implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    if (testCase.diagnostic()?.flaky !== true) return;
    for (const { message, stack, diff } of testCase.result().errors ?? []) {
      process.stdout.write(
        `Failed before its retry: ${testCase.fullName}\n${stack ?? message}\n${diff ?? ""}\n`,
      );
    }
  }
}
