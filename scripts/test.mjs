// @ts-check
// npm test: installs what is missing, then runs lint, types, unit tests, build and end-to-end tests. A failed step
// does not stop the later ones; the last line has the total. The build runs in parallel with the unit tests, which spend half of their
// time waiting for PostgreSQL.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkNodeVersion, ensureChromium, ensureDependenciesInstalled, root } from "./support.mjs";
import {
  finishTestRun,
  runBrowserTests,
  runCheckStep,
  runPreparationStep,
  runStep,
  runUnitTests,
  testReportsFolder,
} from "./test-steps.mjs";

checkNodeVersion();
runStep("install", () => runPreparationStep(ensureDependenciesInstalled));
runStep("lint", () => runCheckStep("npm", "run", "lint"));
runStep("types", () => runCheckStep("npm", "run", "types"));
const buildPromise = startBuild();
runStep("unit", () => runUnitTests());
const { isBuilt, output } = await buildPromise;
runStep("build", () => {
  console.log(output);
  return { passed: 0, failed: isBuilt ? 0 : 1, skipped: 0 };
});
runStep("browser", () => runPreparationStep(ensureChromium));
runStep("e2e", () => runBrowserTests());
finishTestRun();

/** Builds the app and the page of components in a child process, if outdated. Resolves with its result and output. */
async function startBuild() {
  const file = path.join(testReportsFolder, "build.log");
  const log = openSync(file, "w");
  const buildProcess =
    'import("./scripts/support.mjs").then((support) => (support.ensureAppBuilt(), support.ensureComponentsPageBuilt()))';
  const child = spawn(process.execPath, ["--eval", buildProcess], { cwd: root, stdio: ["ignore", log, log] });
  closeSync(log);
  const [status] = await once(child, "exit");
  return { isBuilt: status === 0, output: readFileSync(file, "utf8").trim() };
}
