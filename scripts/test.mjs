// @ts-check
// npm test: installs what is missing, then lint, types, unit tests, build and end-to-end tests. Every step runs even if
// one before it failed; the last line sums up. The build runs beside the unit tests, which wait for PostgreSQL half of
// their time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkNode, ensureChromium, ensureInstalled, root } from "./support.mjs";
import { check, finish, prepare, reports, runBrowserTests, runUnitTests, step } from "./test-steps.mjs";

checkNode();
step("install", () => prepare(ensureInstalled));
step("lint", () => check("npm", "run", "lint"));
step("types", () => check("npm", "run", "types"));
const build = startBuild();
step("unit", () => runUnitTests());
const { isBuilt, output } = await build;
step("build", () => {
  console.log(output);
  return { passed: 0, failed: isBuilt ? 0 : 1, skipped: 0 };
});
step("browser", () => prepare(ensureChromium));
step("e2e", () => runBrowserTests());
finish();

/** Builds what is not built, in a process of its own, and keeps its output until the step "build" prints it. */
async function startBuild() {
  const file = path.join(reports, "build.log");
  const log = openSync(file, "w");
  const program =
    'import("./scripts/support.mjs").then((support) => (support.ensureBuilt(), support.ensureComponentsBuilt()))';
  const child = spawn(process.execPath, ["--eval", program], { cwd: root, stdio: ["ignore", log, log] });
  closeSync(log);
  const [status] = await once(child, "exit");
  return { isBuilt: status === 0, output: readFileSync(file, "utf8").trim() };
}
