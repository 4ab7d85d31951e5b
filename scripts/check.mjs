// @ts-check
// npm run check: lint, types, and the unit tests affected by uncommitted changes. Every handler test imports the whole API, so for Vitest
// every change affects all of them. Therefore this script runs only the server tests of changed folders; `npm test` runs all.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./support.mjs";

const changedFiles = runGit("diff", "--name-only", "HEAD").concat(runGit("ls-files", "--others", "--exclude-standard"));
const serverFolders = readdirSync(path.join(root, "lib/server"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((room) => {
    const folderPattern = new RegExp(`^lib/(server/${room}[/.]|contract/${room}[-.])`);
    return changedFiles.some((file) => folderPattern.test(file));
  });
const otherFolders = readdirSync(path.join(root, "lib")).filter((name) => name !== "server");

runProgram("npm", "run", "lint");
runProgram("npm", "run", "types");
const folders = [...otherFolders, ...serverFolders.map((room) => `server/${room}`)].map((name) => `lib/${name}`);
runProgram("npx", "vitest", "run", "--changed", "--passWithNoTests", "app/", "components/", "scripts/", ...folders);

/** Runs a git command. @param {string[]} args @returns {string[]} lines of its output */
function runGit(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed.`);
  return stdout.split("\n").filter(Boolean);
}

/** Runs a program, and exits with its status if it fails. @param {string} program @param {string[]} args */
function runProgram(program, ...args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
