// @ts-check
// Starts and stops instances of the server as in production: `node start.mjs` in a copy of .next/standalone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const READY_TIMEOUT_MS = 300_000;

/** @typedef {{ port: number, dataDir: string, logFile: string }} Place Port and files of one of the two instances. A restarted instance keeps its place */

/** Creates the data folders of both instances. @param {string} folder @param {number} firstPort @returns {[Place, Place]} */
export function createInstanceFolders(folder, firstPort) {
  /** Creates the data folder of one instance. @param {number} index @returns {Place} */
  const place = (index) => {
    const dataDir = path.join(folder, `instance${index + 1}`);
    mkdirSync(dataDir, { recursive: true });
    return { port: firstPort + index, dataDir, logFile: path.join(folder, `instance${index + 1}.log`) };
  };
  return [place(0), place(1)];
}

/**
 * Starts an instance and waits until /api/health returns 200.
 * @param {{ place: Place, program: string, env: Record<string, string> }} options `program`: folder with start.mjs
 * @throws if the process exits, or is not ready within five minutes
 */
export async function startServerInstance({ place, program, env }) {
  const startedAt = Date.now();
  const output = openSync(place.logFile, "a");
  const child = spawn(process.execPath, ["--heap-growing-percent=20", "--max-semi-space-size=8", "start.mjs"], {
    cwd: program,
    env: {
      ...process.env,
      ...{ MALLOC_ARENA_MAX: "2", PORT: String(place.port), DATA_DIR: place.dataDir, TRUSTED_PROXIES: "1" },
      ...env,
    },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const url = `http://127.0.0.1:${place.port}`;
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null)
      throw new Error(`An instance ended: ${readFileSync(place.logFile, "utf8").slice(-500)}`);
    if (Date.now() > startedAt + READY_TIMEOUT_MS) throw new Error("An instance was not ready within five minutes.");
    await delay(100);
  }
  return {
    readyMs: Date.now() - startedAt,
    /** Sends SIGTERM and waits for the exit. Returns the duration in ms and the exit code. */
    async stop() {
      const stoppedAt = Date.now();
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        await exited;
      }
      return { ms: Date.now() - stoppedAt, code: child.exitCode };
    },
  };
}

/** Returns the log lines of level error and above. @param {Place} place @returns {string[]} */
export function readErrorLogLines({ logFile }) {
  const lines = readFileSync(logFile, "utf8").split("\n").filter(Boolean);
  return lines.filter((line) => {
    try {
      const { level } = JSON.parse(line);
      return level === "error" || level === "fatal" || level >= 50;
    } catch {
      return true;
    }
  });
}
