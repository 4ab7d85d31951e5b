// @ts-check
// npm run bench:memory [-- minutes]: see docs/bench.md. Starts the server as `npm run launch` does, with demo data in a
// folder of its own, reads from it without a pause, and prints the memory that it takes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkNode, ensureInstalled, root } from "./support.mjs";

const PORT = Number(process.env.PORT || 3391);
const MINUTES = Number(process.argv[2] || 5);
/** As quality.md has it. */
const LIMIT_MB = 350;
const CLIENTS = 8;
const PRINT_MS = 10_000;

const API = [
  ...["/kyc?size=100", "/user-management/users?size=100", "/transactions?size=100", "/ireports?size=100"],
  ...["/system-logs/audit-trails?size=100", "/events?size=50", "/promotions?size=50", "/grants/applications?size=50"],
  ...["/overview", "/user-management", "/ireports/stats", "/wallets/accounts", "/system-logs/audit-trails/verify"],
  ...["/transactions?q=a&size=100", "/user-management/users?sort=name&page=3&size=100", "/public/announcements"],
];
const PAGES = [
  "",
  "/kyc-management",
  "/transactions/all",
  "/user-management/users",
  "/ireports/all",
  "/system-logs/audit-trails",
].map((page) => `/dashboard${page}`);
const EXPORTS = ["/transactions/export", "/user-management/users/export", "/system-logs/audit-trails/export"];

checkNode();
ensureInstalled();
const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-memory-"));
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const json = { "content-type": "application/json" };
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS * 2 });
const variables = { DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: "warn", SIMULATED_PROVIDER: "off" };
let server = start();
process.on("exit", () => server.kill("SIGTERM"));
process.on("SIGINT", () => process.exit(1));

/** @typedef {{ status: number, body: Buffer }} Answer */
let asked = 0;
let failed = 0;

await ready();
// Loading the demo data took memory that a server does not need.
await stop();
server = start();
await ready();
const token = await signIn("owner");
const headers = { authorization: `Bearer ${token}`, cookie: `cross-riv-token=${token}` };
console.log(`Before: ${memory()} MB`);
asked = 0;

const until = Date.now() + MINUTES * 60_000;
/** @type {{ at: number, mb: number }[]} */
const seen = [];
const began = Date.now();
const print = setInterval(() => {
  const at = Math.round((Date.now() - began) / 1_000);
  seen.push({ at, mb: memory() });
  console.log(`${String(at).padStart(5)} s  ${memory()} MB  ${asked} requests, ${failed} failed`);
}, PRINT_MS);
await Promise.all([...Array.from({ length: CLIENTS }, (_, n) => read(n)), exportAll(), lookAtPictures()]);
clearInterval(print);
const half = seen.slice(Math.floor(seen.length / 2)).map(({ mb }) => mb);
const [least, most] = [Math.min(...half), Math.max(...half)];
console.log(`In the last half: ${least} to ${most} MB; at most ${LIMIT_MB} wanted`);
await stop();
rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = most < LIMIT_MB && failed === 0 ? 0 : 1;

/** In the script's own words, so that what is measured is what is started. They end in `exec`: the process is the server. */
function start() {
  // A machine that is busy may take its time: this is about memory.
  const env = { ...process.env, ...variables, DATABASE_WAIT_SECONDS: "30" };
  return spawn("sh", ["-c", scripts.launch], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
}

async function ready() {
  while ((await ask("GET", "/api/health").catch(() => null))?.status !== 200) {
    if (server.exitCode !== null) throw new Error("The server did not start.");
    await delay(200);
  }
}

async function stop() {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
}

/** What the server has of the machine's memory; PostgreSQL is a process of its own. */
function memory() {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

/** Lists and figures, and every fifth time a page. @param {number} client */
async function read(client) {
  for (let n = client * 7; Date.now() < until; n++) {
    if (n % 5 === 0) await get(PAGES[(n / 5) % PAGES.length] ?? "/dashboard");
    else await get(`/api/v1${API[n % API.length]}`);
  }
}

/** One file after the other. */
async function exportAll() {
  for (let n = 0; Date.now() < until; n++) {
    const format = n % 2 ? "xlsx" : "csv";
    const link = await ask(
      "POST",
      `/api/v1${EXPORTS[n % EXPORTS.length]}`,
      { ...json, ...headers },
      `{"format":"${format}"}`,
    );
    await get(`/api/v1/exports/${dataOf(link).token}`);
    await delay(1_000);
  }
}

/** Documents of identity requests; and now and then one is sent anew, decoded and made smaller. */
async function lookAtPictures() {
  for (let n = 0; Date.now() < until; n++) {
    const { items = [] } = dataOf(await get("/api/v1/kyc?size=20"));
    const { id = "", documents = [] } = dataOf(await get(`/api/v1/kyc/${items[n % 20]?.id}`));
    for (const document of documents) {
      const { body } = await get(`/api/v1/kyc/${id}/documents/${document.id}`);
      // Few: how many pictures an admin sends in an hour has a limit.
      if (n % 20 === 0) await ask("POST", "/api/v1/kyc/uploads", { ...headers, "content-type": "image/webp" }, body);
    }
    await delay(500);
  }
}

/** Nothing where there is none. @param {Answer} answer */
function dataOf({ status, body }) {
  return status === 200 ? JSON.parse(body.toString()).data : {};
}

/** @param {string} url @returns {Promise<Answer>} */
async function get(url) {
  const answer = await ask("GET", url, headers);
  if (answer.status !== 200) {
    if (failed++ < 5) console.error(`${answer.status} ${url} ${answer.body.toString().slice(0, 200)}`);
  }
  return answer;
}

/**
 * @param {string} method @param {string} url @param {Record<string, string>} [sent] @param {string | Buffer} [body]
 * @returns {Promise<Answer>} with the first bytes of a long body
 */
function ask(method, url, sent = {}, body) {
  asked++;
  return new Promise((resolve, reject) => {
    const asking = request({ port: PORT, method, path: url, agent, headers: sent }, async (response) => {
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
    asking.on("error", reject);
    asking.end(body);
  });
}

/** @param {string} account @returns {Promise<string>} the session's token */
async function signIn(account) {
  const email = `${account}@crossriverpay.example`;
  const login = await ask(
    "POST",
    "/api/v1/auth/admin/login",
    json,
    JSON.stringify({ email, password: "Demo-CrossRiver-2026" }),
  );
  const { reference } = JSON.parse(login.body.toString()).data;
  const folder = path.join(dataDir, "outbox");
  for (;;) {
    await delay(200);
    const [mail] = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".eml"));
    const code =
      mail &&
      /\b\d{6}\b/.exec(
        readFileSync(path.join(folder, mail), "utf8")
          .split(/^Subject/m)
          .at(-1) ?? "",
      )?.[0];
    if (!code) continue;
    const answer = await ask(
      "PATCH",
      "/api/v1/auth/admin/verify-token/sign-in",
      json,
      JSON.stringify({ reference, token: code }),
    );
    return JSON.parse(answer.body.toString()).data.token;
  }
}
