// @ts-check
// Loaded first by start.mjs and launch.mjs: refuses wrong settings and a taken port before Next.js prints "Ready". `npm run build`
// copies this file to .next/standalone, beside the check of lib/server/process/check-settings.ts, which it bundles.
import { createRequire } from "node:module";

/** Writes a line to stderr. @param {unknown[]} words */
const writeLine = (...words) => void process.stderr.write(`${words.join(" ")}\n`);

// Loads the .env files of the current folder before the check. Next.js would load them later, and skips them now.
createRequire(import.meta.url)("@next/env").loadEnvConfig(process.cwd(), false, { info() {}, error: writeLine });
const { refuseTakenPort, refuseWrongSettings, trimEnvironment } = await import(
  new URL("settings-rules.mjs", import.meta.url).href
);
trimEnvironment();
refuseWrongSettings();
await refuseTakenPort();
