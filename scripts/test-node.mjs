// @ts-check
// npm run test:node -- 24 [arguments of Vitest]: runs the unit tests on another version of Node.js. Downloads its binary
// from the npm package node-<platform>-<arch>, which has no install script, and caches it in node_modules/.cache.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { ensureDependenciesInstalled, root } from "./support.mjs";
import { finishTestRun, runPreparationStep, runStep, runUnitTests } from "./test-steps.mjs";

const [version = "", ...args] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error("Say which version of Node.js, for example: npm run test:node -- 24");
  process.exit(1);
}

runStep("install", () => runPreparationStep(ensureDependenciesInstalled));
const node = downloadNode(version);
const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
console.log(`Node.js ${stdout.trim()}`);
// Puts this Node.js first in PATH, so that tests that start `node` use it too.
const env = { PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
runStep("unit", () => runUnitTests(args, { node, env }));
finishTestRun();

/** Downloads Node.js and returns the path of its binary. Exits if npm does not have this version for this platform. @param {string} wantedVersion */
function downloadNode(wantedVersion) {
  const folder = path.join(root, "node_modules/.cache", `node-${wantedVersion}`);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = path.join(folder, "node_modules", name, "bin/node");
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  const options = ["--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", ["install", "--prefix", folder, ...options, `${name}@${wantedVersion}`], {
    stdio: "inherit",
  });
  if (status === 0 && existsSync(binary)) return binary;
  console.error(`npm has no Node.js ${wantedVersion} for this machine (package ${name}).`);
  process.exit(1);
}
