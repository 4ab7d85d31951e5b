// @ts-check
// Loaded before Next.js, by `npm start` (`node --import`) and scripts/launch.mjs. Refuses wrong settings before Next.js
// opens its port and prints "Ready", and records connections from the first one on. Next.js does not bundle this file.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import nextEnv from "@next/env";
import "./http-activity.mjs";

/** Settings check of the last build, bundled by scripts/bundle-settings-check.mjs. instrumentation.ts checks again. */
const settingsCheck = new URL("../../../.next/check-settings.mjs", import.meta.url);

/** @param {unknown[]} words */
const writeLine = (...words) => void process.stderr.write(`${words.join(" ")}\n`);

if (isMainThread && existsSync(fileURLToPath(settingsCheck))) {
  // The settings in .env files count too. Next.js does not load them a second time.
  nextEnv.loadEnvConfig(process.cwd(), false, { info() {}, error: writeLine });
  const { refuseWrongSettings, trimEnvironment } = await import(settingsCheck.href);
  trimEnvironment();
  refuseWrongSettings();
}
