// @ts-check
// Last step of `npm run build`: bundles the check of the settings for lib/server/process/preload.mjs, which runs without
// the code that Next.js compiles.
import { existsSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./support.mjs";

// The standalone server has a .next folder of its own.
const targets = [".next", ".next/standalone/.next"].map((folder) => path.join(root, folder));
for (const folder of targets.filter((target) => existsSync(target)))
  await build({
    entryPoints: [path.join(root, "lib/server/process/check-settings.ts")],
    outfile: path.join(folder, "check-settings.mjs"),
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20.9",
    format: "esm",
    // Replaces server-only by an empty module.
    conditions: ["react-server"],
    logLevel: "warning",
  });
