// @ts-check
// What `npm test` wants to know of a run of Vitest. Its own JSON has no word of errors outside the tests, such as a
// broken connection that nobody listens to, which fail the run all the same.
import { writeFileSync } from "node:fs";
import path from "node:path";

/** @typedef {{ passed: number, failed: number, skipped: number, failures: { title: string, message: string }[] }} Report */

/** @typedef {{ message: string, cause?: unknown }} SerializedError */

/** A query that failed says which it was; only its cause says why. @param {SerializedError | undefined} error @returns {string[]} */
const messages = (error) =>
  error ? [error.message, ...messages(/** @type {SerializedError | undefined} */ (error.cause))] : [];

/** Writes a Report to the file that UNIT_REPORT_FILE names. */
export default class UnitReport {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly import("vitest/node").SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {Report} */
    const report = { passed: 0, failed: 0, skipped: 0, failures: [] };
    /** @param {string} title @param {readonly SerializedError[] | undefined} errors */
    const fail = (title, errors) => {
      report.failed++;
      report.failures.push({ title, message: messages(errors?.[0]).join("\ncaused by: ") });
    };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "failed") fail(`${module.relativeModuleId} ${test.fullName}`, errors);
        else report[state === "passed" ? "passed" : "skipped"]++;
      }
      for (const suite of [module, ...module.children.allSuites()]) {
        if (suite.errors().length) fail(`${module.relativeModuleId}, outside its tests`, suite.errors());
      }
    }
    for (const error of unhandled) {
      const during = error.VITEST_TEST_PATH ? path.relative(process.cwd(), `${error.VITEST_TEST_PATH}`) : "the run";
      fail(`an error that nothing caught, during ${during}`, [{ message: error.stack ?? error.message }]);
    }
    writeFileSync(process.env.UNIT_REPORT_FILE ?? "", JSON.stringify(report));
  }
}
