// @ts-check
// npm run bench: see docs/bench.md. Bundles lib/server/testing/bench and runs it in plain Node, as the server runs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { checkNode, ensureInstalled, root } from "./support.mjs";

checkNode();
ensureInstalled();
const folder = mkdtempSync(path.join(root, "node_modules/.bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const program = path.join(folder, "bench.mjs");
const built = spawnSync(
  path.join(root, "node_modules/.bin/esbuild"),
  [
    "lib/server/testing/bench/main.ts",
    "--bundle",
    "--platform=node",
    "--format=esm",
    "--packages=external",
    `--outfile=${program}`,
    "--log-level=warning",
  ],
  { cwd: root, stdio: "inherit" },
);
if (built.status !== 0) process.exit(1);
// Modules of the server say so ("server-only"): this is one.
const run = spawnSync(
  process.execPath,
  ["--conditions=react-server", "--enable-source-maps", program, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "silent", DATA_DIR: folder },
  },
);
process.exitCode = run.status ?? 1;
