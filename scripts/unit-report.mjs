// @ts-check
// Vitest reporter for `npm test`. Vitest's JSON reporter is not enough: it omits errors outside tests, although they fail the run.
import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: { title: string, message: string }[],
 * durations: Record<string, number> }} Report Result of a run; `durations`: ms by test file
 */

/**
 * Returns an error's message followed by the messages of its causes: the reason of a failed query is in the cause.
 * @param {unknown} error
 * @returns {string}
 */
function fullErrorMessage(error) {
  const causeTexts = [];
  // Reads at most five causes, because causes may be circular.
  for (let cause = error; cause && causeTexts.length < 5; cause = /** @type {{ cause?: unknown }} */ (cause).cause)
    causeTexts.push(/** @type {{ message?: string }} */ (cause).message ?? String(cause));
  return causeTexts.join("\ncaused by: ");
}

/** Writes a `Report` as JSON to the file named in UNIT_REPORT_FILE. */
export default class UnitReport {
  /**
   * Writes the report when the run has ended.
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly import("vitest/node").SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {Report} */
    const report = { passed: 0, failed: 0, skipped: 0, failures: [], durations: {} };
    /** Counts a failure with its first error. @param {string} title @param {readonly unknown[] | undefined} errors */
    const addFailure = (title, errors) => {
      report.failed++;
      report.failures.push({ title, message: fullErrorMessage(errors?.[0]) });
    };
    for (const module of modules) {
      report.durations[module.relativeModuleId] = module.diagnostic().duration;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "failed") addFailure(`${module.relativeModuleId} ${test.fullName}`, errors);
        else report[state === "passed" ? "passed" : "skipped"]++;
      }
      for (const suite of [module, ...module.children.allSuites()]) {
        if (suite.errors().length) addFailure(`${module.relativeModuleId}, outside its tests`, suite.errors());
      }
    }
    for (const error of unhandled) {
      const failedFile = error.VITEST_TEST_PATH ? path.relative(process.cwd(), `${error.VITEST_TEST_PATH}`) : "the run";
      addFailure(`an error that nothing caught, during ${failedFile}`, [{ message: error.stack ?? error.message }]);
    }
    writeFileSync(process.env.UNIT_REPORT_FILE ?? "", JSON.stringify(report));
  }
}
