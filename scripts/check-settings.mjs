// @ts-check
// Loaded first by start.mjs and launch.mjs: refuses wrong settings and a taken port before Next.js prints "Ready". `npm run build`
// copies this file to .next/standalone, beside the check of lib/server/process/check-settings.ts, which it bundles.
import { createRequire } from "node:module";

/** @param {unknown[]} words */
const writeLine = (...words) => void process.stderr.write(`${words.join(" ")}\n`);

// The settings in .env files of the current folder count too. Next.js does not load them a second time.
createRequire(import.meta.url)("@next/env").loadEnvConfig(process.cwd(), false, { info() {}, error: writeLine });
const { refuseTakenPort, refuseWrongSettings, trimEnvironment } = await import(
  new URL("settings-rules.mjs", import.meta.url).href
);
trimEnvironment();
refuseWrongSettings();
await refuseTakenPort();
