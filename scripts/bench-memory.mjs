// @ts-check
// npm run bench:memory [-- minutes]: see docs/bench.md. Starts the server as `npm run launch` does, with demo data in a temporary
// folder, sends requests continuously, and prints the server's memory.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { signIn, startDemoServer } from "./demo-server.mjs";
import { checkNodeVersion, ensureDependenciesInstalled } from "./support.mjs";

const PORT = Number(process.env.PORT || 3391);
const RUN_MINUTES = Number(process.argv[2] || 5);
/** Maximum memory of the server in MB (docs/bench.md). */
const MEMORY_LIMIT_MB = 350;
const CLIENT_COUNT = 8;
const PRINT_MS = 10_000;

const API_PATHS = [
  ...["/kyc?size=100", "/user-management/users?size=100", "/transactions?size=100", "/ireports?size=100"],
  ...["/system-logs/audit-trails?size=100", "/events?size=50", "/promotions?size=50", "/grants/applications?size=50"],
  ...["/overview", "/user-management", "/ireports/stats", "/wallets/accounts", "/system-logs/audit-trails/verify"],
  ...["/transactions?q=a&size=100", "/user-management/users?sort=name&page=3&size=100", "/public/announcements"],
];
const PAGE_PATHS = [
  "",
  "/kyc-management",
  "/transactions/all",
  "/user-management/users",
  "/ireports/all",
  "/system-logs/audit-trails",
].map((page) => `/dashboard${page}`);
const EXPORT_PATHS = ["/transactions/export", "/user-management/users/export", "/system-logs/audit-trails/export"];

checkNodeVersion();
ensureDependenciesInstalled();
const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-memory-"));
const JSON_HEADERS = { "content-type": "application/json" };
const agent = new Agent({ keepAlive: true, maxSockets: CLIENT_COUNT * 2 });
process.on("SIGINT", () => process.exit(1));

/** @typedef {{ status: number, body: Buffer }} Answer A response; `body`: at most its first MB */
let callCount = 0;
let failureCount = 0;

// Restarts after loading the demo data, because loading uses memory that a server normally does not need.
await (await startDemoServer({ port: PORT, dataDir })).stop();
const server = await startDemoServer({ port: PORT, dataDir });
const token = await signIn(server.url, dataDir, "owner");
const headers = { authorization: `Bearer ${token}`, cookie: `cross-riv-token=${token}` };
console.log(`Before: ${readMemory()} MB`);

const endTime = Date.now() + RUN_MINUTES * 60_000;
/** Resident memory over time; `at`: seconds since the start. @type {{ at: number, mb: number }[]} */
const memorySamples = [];
const startedAt = Date.now();
const printTimer = setInterval(() => {
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  memorySamples.push({ at: seconds, mb: readMemory() });
  console.log(`${String(seconds).padStart(5)} s  ${readMemory()} MB  ${callCount} requests, ${failureCount} failed`);
}, PRINT_MS);
await Promise.all([...Array.from({ length: CLIENT_COUNT }, (_, n) => readRepeatedly(n)), exportAll(), viewPictures()]);
clearInterval(printTimer);
const secondHalf = memorySamples.slice(Math.floor(memorySamples.length / 2)).map(({ mb }) => mb);
const [minMb, maxMb] = [Math.min(...secondHalf), Math.max(...secondHalf)];
console.log(`In the last half: ${minMb} to ${maxMb} MB; at most ${MEMORY_LIMIT_MB} wanted`);
await server.stop();
rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = maxMb < MEMORY_LIMIT_MB && failureCount === 0 ? 0 : 1;

/** Returns the server's resident memory in MB, without PostgreSQL, which is a separate process. */
function readMemory() {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

/** Requests lists and figures, and every fifth time a page, until the run ends. @param {number} client */
async function readRepeatedly(client) {
  for (let n = client * 7; Date.now() < endTime; n++) {
    if (n % 5 === 0) await fetchPath(PAGE_PATHS[(n / 5) % PAGE_PATHS.length] ?? "/dashboard");
    else await fetchPath(`/api/v1${API_PATHS[n % API_PATHS.length]}`);
  }
}

/** Downloads exports, one per second, until the run ends. */
async function exportAll() {
  for (let n = 0; Date.now() < endTime; n++) {
    const format = n % 2 ? "xlsx" : "csv";
    const link = await http(
      "POST",
      `/api/v1${EXPORT_PATHS[n % EXPORT_PATHS.length]}`,
      { ...JSON_HEADERS, ...headers },
      `{"format":"${format}"}`,
    );
    await fetchPath(`/api/v1/exports/${parseData(link).token}`);
    await delay(1_000);
  }
}

/** Loads documents of identity requests. Sometimes uploads a document again, because the server decodes and resizes each upload. */
async function viewPictures() {
  for (let n = 0; Date.now() < endTime; n++) {
    const { items = [] } = parseData(await fetchPath("/api/v1/kyc?size=20"));
    const { id = "", documents = [] } = parseData(await fetchPath(`/api/v1/kyc/${items[n % 20]?.id}`));
    for (const document of documents) {
      const { body } = await fetchPath(`/api/v1/kyc/${id}/documents/${document.id}`);
      // Uploads only a few, because uploads per admin and hour are limited.
      if (n % 20 === 0) await http("POST", "/api/v1/kyc/uploads", { ...headers, "content-type": "image/webp" }, body);
    }
    await delay(500);
  }
}

/** Returns the data of a response; empty after an error. @param {Answer} answer */
function parseData({ status, body }) {
  return status === 200 ? JSON.parse(body.toString()).data : {};
}

/** Sends a GET request, and counts a failure unless the status is 200. @param {string} url @returns {Promise<Answer>} */
async function fetchPath(url) {
  const answer = await http("GET", url, headers);
  if (answer.status !== 200) {
    if (failureCount++ < 5) console.error(`${answer.status} ${url} ${answer.body.toString().slice(0, 200)}`);
  }
  return answer;
}

/**
 * Sends a request over a kept-alive connection. `sent`: its headers.
 * @param {string} method @param {string} url @param {Record<string, string>} [sent] @param {string | Buffer} [body] @returns {Promise<Answer>}
 */
function http(method, url, sent = {}, body) {
  callCount++;
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: PORT, method, path: url, agent, headers: sent }, async (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      let size = 0;
      try {
        for await (const chunk of response) {
          size += chunk.length;
          if (size < 1_000_000) chunks.push(chunk);
        }
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
