// @ts-check
// npm run launch: installs, builds and serves the app with demo data. Skips steps that are already done.
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { checkNodeVersion, ensureAppBuilt, ensureDependenciesInstalled, root } from "./support.mjs";

const accounts = {
  owner: "full administrator",
  kyc: "KYC officer",
  finance: "finance officer",
  support: "support",
  viewer: "read-only",
  civic: "civic desk officer",
};

checkNodeVersion();
process.chdir(root);
const port = Number(process.env.PORT || 3000);
if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
  console.error("PORT must be a whole number from 1 to 65535. Example: PORT=3001");
  process.exit(1);
}
if (!(await isPortFree())) {
  console.error(`Port ${port} is taken by another program. End that one, or choose a port: PORT=3001 npm run launch`);
  process.exit(1);
}
try {
  ensureDependenciesInstalled();
  ensureAppBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// After Ctrl-C or SIGTERM, Next.js, which runs in this process, completes pending requests and exits with 128 + signal. Replaces that exit code by 0, because nothing has failed.
process.on("exit", (code) => {
  if (code === 130 || code === 143) process.exitCode = 0;
});
process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
// Hides log lines below "warn": the demo logs something every few seconds, which would scroll the printed accounts out of view.
process.env.LOG_LEVEL ||= "warn";
// Makes lib/server/process/start.ts load demo data. Not an environment variable, so that no setting can do this in production.
Object.assign(globalThis, { __loadDemoData: true });
// Checks settings before it creates files in DATA_DIR: a read-only folder is reported as a wrong setting.
await import(pathToFileURL(path.join(root, ".next/standalone/check-settings.mjs")).href);
const dataDir = process.env.DATA_DIR || ".data";
const keyFile = process.env.APP_API_KEYS ? undefined : appKeyFile();
if (keyFile) process.env.APP_API_KEYS = `demo:${readFileSync(keyFile, "utf8").trim()}`;
process.env.PORT = String(port);
await import(pathToFileURL(path.join(root, ".next/standalone/start.mjs")).href);

await waitUntilReady();
console.log(`
  Cross River Pay is running: http://localhost:${port}

  Demo accounts, password Demo-CrossRiver-2026:
${Object.entries(accounts)
  .map(([name, role]) => `    ${`${name}@crossriverpay.example`.padEnd(32)}${role}`)
  .join("\n")}

  Sign-in codes are written to ${dataDir}/outbox/ unless SMTP_URL is set. Ctrl-C ends everything.
  The citizen app's key is ${keyFile ? `in ${keyFile}` : "as APP_API_KEYS says"}; how to call: http://localhost:${port}/api/v1/docs
`);

/** Returns the path of the file with the demo's app key. Creates it at the first launch; only its owner can read it. */
function appKeyFile() {
  const file = path.join(dataDir, "app-key");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const keyFileExists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!keyFileExists) throw error;
    chmodSync(file, 0o600);
  }
  return file;
}

/** Returns true if the port is free on both the address that Next listens on and the loopback address. */
async function isPortFree() {
  for (const host of ["127.0.0.1", undefined]) {
    const canListen = await new Promise((resolve) => {
      const probePostgres = createServer();
      probePostgres.once("error", () => resolve(false));
      probePostgres.listen({ port, host }, () => probePostgres.close(() => resolve(true)));
    });
    if (!canListen) return false;
  }
  return true;
}

/** Waits until /api/health returns 200, and prints every ten seconds why the server is not ready. */
async function waitUntilReady() {
  for (let attempt = 1; ; attempt++) {
    const problem = await fetchHealth();
    if (!problem) return;
    if (attempt % 100 === 0) console.log(`Not ready yet: ${problem}`);
    await delay(100);
  }
}

/** Requests /api/health. @returns {Promise<string | undefined>} the problem; undefined if the server is ready */
function fetchHealth() {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/api/health", timeout: 1_000 }, async (response) => {
      const body = await response.setEncoding("utf8").reduce((text, chunk) => text + chunk, "");
      resolve(response.statusCode === 200 ? undefined : `${response.statusCode} ${body.slice(0, 300)}`);
    });
    // Aborts a request that gets no response during the start. Left pending, it would delay a shutdown.
    request.on("timeout", () => request.destroy(new Error("the database is being prepared")));
    request.on("error", (error) => resolve(error.message));
  });
}
