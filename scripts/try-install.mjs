// @ts-check
// npm run try-install: tests the Docker image without a Docker engine. Executes the Dockerfile's instructions in empty folders. Starts the
// result as a user who can't write to the program, uses it through the API and stops it. DATABASE_URL must name an empty PostgreSQL database
// (docs/deploy/README.md). Supports only the instructions that the Dockerfile uses. `-- --built` uses .next/standalone of this folder instead
// of a new installation and build.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { signIn } from "./demo-server.mjs";
import { root } from "./support.mjs";

const PORT = 3392;
const isBuilt = process.argv.includes("--built");
const url = `http://127.0.0.1:${PORT}`;
const APP_KEY = "k".repeat(32);
const PASSWORD = "seven lanterns beside a quiet harbour";
const isRoot = process.getuid?.() === 0;
/** User and group ids with which the server runs. As root: the ids of "nobody", instead of the image's user "node". Otherwise unchanged. */
const runAs = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** @typedef {{ folder: string, workdir: string, env: Record<string, string>, command: string[], health: string[] }} Stage A build stage of the Dockerfile */

if (!process.env.DATABASE_URL) {
  console.error("Set DATABASE_URL to the address of an empty PostgreSQL database.");
  process.exit(1);
}
const base = mkdtempSync(path.join(tmpdir(), "crossriverpay-install-"));
chmodSync(base, 0o755);
process.on("exit", () => rmSync(base, { recursive: true, force: true }));

const image = buildImage();
if (!isRoot) execFileSync("chmod", ["-R", "a-w", path.join(image.folder, image.workdir)]);
await tryImage(image);

/** Executes the Dockerfile's instructions. @returns {Stage} the last stage */
function buildImage() {
  const lines = readFileSync(path.join(root, "Dockerfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .split("\n");
  /** Build stages of the Dockerfile, by name. @type {Map<string, Stage>} */
  const stages = new Map();
  let stage = startStage("none");
  for (const line of lines.filter(Boolean)) {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    console.log(line);
    if (instruction === "FROM") {
      const [, name = "image"] = / AS (\w+)$/.exec(rest) ?? [];
      stage = startStage(name);
      stages.set(name, stage);
    } else if (instruction === "WORKDIR") {
      stage.workdir = rest;
      mkdirSync(path.join(stage.folder, rest), { recursive: true });
    } else if (instruction === "ENV") for (const pair of rest.split(" ")) addVariable(stage, pair);
    else if (instruction === "COPY") copy(stage, rest, stages);
    else if (instruction === "RUN") run(stage, rest);
    else if (instruction === "CMD") stage.command = JSON.parse(rest);
    else if (instruction === "HEALTHCHECK") stage.health = JSON.parse(rest.replace(/^.* CMD /, ""));
    else if (!["USER", "EXPOSE", "VOLUME"].includes(instruction)) throw new Error(`Not supported: ${line}`);
  }
  return stage;
}

/** Returns a new stage, whose folder does not exist yet. @param {string} name @returns {Stage} */
function startStage(name) {
  return { folder: path.join(base, name), workdir: "/", env: {}, command: [], health: [] };
}

/** Executes one pair of an ENV instruction. Moves absolute paths into the stage's folder. @param {Stage} stage @param {string} pair */
function addVariable(stage, pair) {
  const [name = "", value = ""] = pair.split("=");
  stage.env[name] = value.startsWith("/") ? path.join(stage.folder, value) : value;
}

/** Executes a COPY instruction. @param {Stage} stage @param {string} words its arguments @param {Map<string, Stage>} stages */
function copy(stage, words, stages) {
  const flags = words.split(" ").filter((word) => word.startsWith("--"));
  const sources = words.split(" ").filter((word) => !word.startsWith("--"));
  const target = path.resolve("/", stage.workdir, sources.pop() ?? "");
  const from = stages.get(flags.find((flag) => flag.startsWith("--from="))?.slice("--from=".length) ?? "");
  for (const source of sources) {
    const destination = path.join(stage.folder, target);
    const builtSource = isBuilt && source.endsWith("/.next/standalone") && path.join(root, ".next/standalone");
    if (from)
      cpSync(builtSource || path.join(from.folder, source), destination, { recursive: true, verbatimSymlinks: true });
    else for (const file of contextFiles(source)) cpSync(path.join(root, file), path.join(destination, file));
    if (isRoot && flags.some((flag) => flag.startsWith("--chown="))) chownSync(destination, 65_534, 65_534);
  }
}

/** Lists the project's files that .dockerignore does not exclude. As in Docker, the last matching line decides. @param {string} source */
function contextFiles(source) {
  const patterns = readFileSync(path.join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line && line[0] !== "#");
  const all = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return all.split("\0").filter((file) => {
    if (!file || (source !== "." && file !== source)) return false;
    const last = patterns.findLast((line) => matches(file, line.replace(/^!/, "")));
    return last === undefined || last.startsWith("!");
  });
}

/** Returns true if a .dockerignore pattern matches. @param {string} file @param {string} pattern a path, `*`, or `**` and a suffix */
function matches(file, pattern) {
  if (pattern === "*") return true;
  if (pattern.startsWith("**/*")) return file.endsWith(pattern.slice("**/*".length));
  return file === pattern || file.startsWith(`${pattern}/`);
}

/** Executes a RUN instruction with only PATH, HOME and the stage's variables. @param {Stage} stage @param {string} command */
function run(stage, command) {
  if (isBuilt && command.startsWith("npm ")) return;
  const cwd = path.join(stage.folder, stage.workdir);
  const { PATH = "", HOME = "" } = process.env;
  const startedAt = Date.now();
  const { status } = spawnSync("sh", ["-c", command], {
    cwd,
    env: Object.assign(Object.create(null), { PATH, HOME }, stage.env),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`This failed: ${command}`);
  console.log(`  ${Math.round((Date.now() - startedAt) / 1000)} s, ${sizeOf(cwd)}`);
}

/** Returns the size of a folder, such as "350 MB". @param {string} folder */
function sizeOf(folder) {
  return `${execFileSync("du", ["-sm", folder], { encoding: "utf8" }).split("\t")[0]} MB`;
}

/** Starts the server of the image, tests its pages, its API and one of the image's commands, and stops the server. @param {Stage} stage @throws if anything fails */
async function tryImage(stage) {
  const cwd = path.join(stage.folder, stage.workdir);
  const dataDir = stage.env.DATA_DIR ?? "";
  const { PATH = "", DATABASE_URL = "" } = process.env;
  const settings = { DATABASE_URL, APP_SECRET: "try-install-".repeat(4), APP_API_KEYS: `city-app:${APP_KEY}` };
  const env = Object.assign(Object.create(null), { PATH, HOSTNAME: "0123456789ab" }, stage.env, {
    ...settings,
    PORT: String(PORT),
  });
  /** Runs a program in the image's folder, as the image's user. @param {string[]} words */
  const runInImage = ([program = "", ...args]) => spawnSync(program, args, { cwd, env, encoding: "utf8", ...runAs });

  const register = path.join(dataDir, "register.csv");
  writeFileSync(
    register,
    "external_id,first_name,last_name,phone,date_of_birth,gender,lga\n1,Eno,Bassey,08160001259,1995-02-25,female,Ikom\n",
  );
  if (runInImage(["touch", "start.mjs"]).status === 0) throw new Error("The server may write to its own program.");
  const [program = "", ...args] = stage.command;
  const server = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], ...runAs });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const exited = once(server, "exit");
  try {
    for (const deadline = Date.now() + 120_000; runInImage(stage.health).status !== 0; await delay(500))
      if (server.exitCode !== null || Date.now() > deadline) throw new Error("The health check fails.");
    console.log("healthy");
    const [, setup_key = ""] = /enter the setup key\s+([A-Z\d-]+)/.exec(output) ?? [];
    const email = "owner@crossriverpay.example";
    const owner = { setup_key, email, first_name: "Eno", last_name: "Bassey", password: PASSWORD };
    const headers = { "content-type": "application/json" };
    await request("POST", "/api/v1/auth/admin/set-up", { headers, body: JSON.stringify(owner) });
    const token = await signIn(url, dataDir, "owner", PASSWORD);
    const authorization = `Bearer ${token}`;
    const cookie = `cross-riv-token=${token}`;
    await request("GET", "/api/v1/users", { headers: { authorization } });
    console.log("signed in");
    const page = await (await request("GET", "/auth/login")).text();
    const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
    const compressed = await request("GET", script, { headers: { "accept-encoding": "br" } });
    if (compressed.headers.get("content-encoding") !== "br") throw new Error("Scripts are not compressed.");
    for (const file of ["/api/v1/docs", "/robots.txt", "/icon.svg"]) await request("GET", file);
    console.log("pages, scripts and documents are served");
    // Tests that the image contains all files: drawing a PDF needs fonts; uploading the PDF needs PDFium, in a worker thread, and sharp.
    const link = await request("POST", "/api/v1/wallets/accounts/fee_income/statement/export", {
      headers: { ...headers, authorization },
      body: JSON.stringify({ format: "pdf" }),
    });
    const pdf = await (
      await request("GET", `/api/v1/exports/${(await link.json()).data.token}`, { headers: { cookie } })
    ).arrayBuffer();
    if (Buffer.from(pdf).toString("latin1", 0, 5) !== "%PDF-") throw new Error("The statement is not a PDF.");
    const appHeaders = { "content-type": "application/pdf", authorization: `Bearer ${APP_KEY}` };
    const uploadHeaders = { ...appHeaders, "idempotency-key": "0191a3c8-7d50-7c5e-9d3b-000000000001" };
    await request("POST", "/api/v1/app/uploads", { headers: uploadHeaders, body: pdf });
    console.log("a PDF is drawn, uploaded and decoded");
    const command = runInImage(["node", "commands/import-users.mjs", register, "--app", "city-app"]);
    if (command.status !== 0) throw new Error(`The command import-users fails:\n${command.stdout}${command.stderr}`);
    console.log("a command runs");
    server.kill("SIGTERM");
    const [code] = await exited;
    if (code !== 143) throw new Error(`The server ended with ${code} instead of 143.`);
    console.log(`stopped; the image has ${sizeOf(cwd)}`);
  } catch (error) {
    console.error(output.slice(-5_000));
    throw error;
  } finally {
    server.kill("SIGKILL");
  }
}

/** Sends a request to the started image. @param {string} method @param {string} address @param {RequestInit} [init] @throws unless the status is 2xx */
async function request(method, address, init) {
  const response = await fetch(`${url}${address}`, { method, ...init });
  if (!response.ok) throw new Error(`${method} ${address} returned ${response.status}: ${await response.text()}`);
  return response;
}
