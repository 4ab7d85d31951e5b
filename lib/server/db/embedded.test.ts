// Slow: starts a PostgreSQL server per test.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { build } from "esbuild";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "./embedded";
import { findPostgres, isProcessAlive } from "./embedded-cluster";
import { readPostgresInfo } from "./embedded-server";
import { choosePostgresOsUser } from "./embedded-user";

// Each test starts one or more real servers.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let cluster: string;
let templateFolder: string;
let programFolder: string;
let childProgram: string;
const children: ChildProcess[] = [];

const makeFolder = () => {
  const name = fs.mkdtempSync(path.join(tmpdir(), "crossriverpay-embedded-"));
  fs.chmodSync(name, 0o711);
  return name;
};

beforeAll(async () => {
  // Bundles the module once for all tests, because compiling it in each child process takes longer than the rest of a test.
  programFolder = fs.mkdtempSync(path.join(process.cwd(), "node_modules/.embedded-"));
  childProgram = path.join(programFolder, "child.mjs");
  const entryPoints = ["lib/server/testing/embedded-child.ts"];
  await build({
    ...{ entryPoints, outfile: childProgram, bundle: true, platform: "node", format: "esm", packages: "external" },
  });
  templateFolder = makeFolder();
  await (await startEmbeddedPostgres({ dataDir: templateFolder, log: () => {} })).stop();
}, 60_000);
afterAll(() => {
  for (const name of [templateFolder, programFolder]) fs.rmSync(name, { recursive: true, force: true });
});

beforeEach(() => {
  folder = makeFolder();
  cluster = path.join(folder, "postgres");
});

/** Copies a cluster that was created once for all tests, because creating a cluster takes seconds. */
const copyCluster = () => execFileSync("cp", ["-a", `${templateFolder}/.`, folder]);

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  const leftServer = readPostgresInfo(cluster);
  if (leftServer && leftServer.pid !== process.pid && isProcessAlive(leftServer.pid)) {
    process.kill(leftServer.pid, "SIGQUIT");
    await vi.waitFor(() => expect(isProcessAlive(leftServer.pid)).toBe(false), 5_000);
  }
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Starts `startEmbeddedPostgres` in another process and waits for the URL of its server. */
async function startChild(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [childProgram, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = await once(child.stdout, "data");
  return { child, url: String(line).trim() };
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end().catch(() => {});
  }
}

const serverPid = () => readPostgresInfo(cluster)?.pid ?? 0;
const startServer = () => startEmbeddedPostgres({ dataDir: folder, log: () => {} });

test("embedded PostgreSQL signs the app in without superuser rights, keeps the password private, and ends on stop()", async () => {
  copyCluster();
  const server = await startServer();
  const pid = serverPid();
  expect(await query(server.url, "select current_setting('is_superuser'), current_setting('fsync')")).toEqual([
    "off",
    "on",
  ]);
  expect(fs.statSync(path.join(cluster, "crossriverpay.password")).mode & 0o777).toBe(0o600);
  await server.stop();
  await expect.poll(() => isProcessAlive(pid)).toBe(false);
});

test("a new app process takes over the embedded PostgreSQL of a killed one, and stops the server when it exits", async () => {
  copyCluster();
  const first = await startChild();
  await query(first.url, "create table kept as select 7 as n");
  await endChild(first.child, "SIGKILL");
  const pid = serverPid();
  expect(isProcessAlive(pid)).toBe(true);

  const second = await startChild();
  expect(second.url).toBe(first.url);
  expect(serverPid()).toBe(pid);
  expect(await query(second.url, "select n from kept")).toEqual([7]);
  await endChild(second.child, "SIGTERM");
  await expect.poll(() => isProcessAlive(pid)).toBe(false);
});

test.each(["newly started", "taken-over"])("a crashed %s PostgreSQL restarts on the same port", async (kind) => {
  copyCluster();
  if (kind === "taken-over") await endChild((await startChild()).child, "SIGKILL");
  const server = await startServer();
  await query(server.url, "create table kept as select 7 as n");
  for (let round = 0; round < 2; round++) {
    process.kill(serverPid(), "SIGKILL");
    await delay(100);
    await vi.waitFor(async () => expect(await query(server.url, "select n from kept")).toEqual([7]), 10_000);
  }
  await server.stop();
});

test("embedded PostgreSQL keeps committed data when it and the app are killed", async () => {
  copyCluster();
  const first = await startChild();
  await query(first.url, "create table kept as select 7 as n");
  await endChild(first.child, "SIGKILL");
  process.kill(serverPid(), "SIGKILL");
  const server = await startServer();
  expect(await query(server.url, "select n from kept")).toEqual([7]);
  await server.stop();
});

test("a start of embedded PostgreSQL removes the files of a killed first start", async () => {
  const child = spawn(process.execPath, [childProgram, folder], { stdio: "ignore" });
  children.push(child);
  const draft = `${cluster}.new-${child.pid}`;
  await vi.waitFor(() => expect(fs.existsSync(path.join(draft, "base"))).toBe(true), { timeout: 10_000, interval: 5 });
  await endChild(child, "SIGKILL");
  expect(fs.existsSync(cluster)).toBe(false);
  const server = await startServer();
  expect(await query(server.url, "select 1")).toEqual([1]);
  expect(fs.readdirSync(folder)).not.toContain(path.basename(draft));
  await server.stop();
});

test("an embedded PostgreSQL that is still starting is stopped when the app's process exits", async () => {
  copyCluster();
  const log = path.join(folder, "postgres.log");
  fs.rmSync(log);
  const child = spawn(process.execPath, [childProgram, folder], { stdio: "ignore" });
  children.push(child);
  await vi.waitFor(() => expect(fs.readFileSync(log, "utf8")).toContain("starting"), { timeout: 30_000, interval: 5 });
  await endChild(child, "SIGTERM");
  expect(fs.existsSync(path.join(cluster, "postmaster.pid"))).toBe(false);
});

test("app processes that start simultaneously share one embedded PostgreSQL, which the last process stops", async () => {
  const startedChildren = await Promise.all([startChild(), startChild()]);
  expect(new Set(startedChildren.map(({ url }) => url)).size).toBe(1);
  const pid = serverPid();
  const last = startedChildren.pop();
  await Promise.all(startedChildren.map(({ child }) => endChild(child, "SIGTERM")));
  expect(await query(last?.url ?? "", "select 1")).toEqual([1]);
  if (last) await endChild(last.child, "SIGTERM");
  await expect.poll(() => isProcessAlive(pid)).toBe(false);
});

test("embedded PostgreSQL starts although another program has the process id in postmaster.pid", async () => {
  copyCluster();
  const server = await startServer();
  await server.stop();
  const other = spawn("sleep", ["60"]);
  children.push(other);
  fs.writeFileSync(path.join(cluster, "postmaster.pid"), `${other.pid}\n${cluster}\n1\n1\n\n\n\n`);
  const secondServer = await startServer();
  expect(await query(secondServer.url, "select 1")).toEqual([1]);
  await secondServer.stop();
});

test("embedded PostgreSQL starts despite an incomplete or empty postmaster.pid", async () => {
  copyCluster();
  const pidFile = path.join(cluster, "postmaster.pid");
  for (const pidText of ["", "4711", `4711\n${cluster}\n1\n`]) {
    fs.writeFileSync(pidFile, pidText);
    expect(readPostgresInfo(cluster)).toBeUndefined();
  }
  fs.writeFileSync(pidFile, "");
  const server = await startServer();
  expect(await query(server.url, "select 1")).toEqual([1]);
  await server.stop();
});

test.runIf(process.getuid?.() === 0)(
  "embedded PostgreSQL starts in a folder that only root may enter, if the app runs as root",
  async () => {
    copyCluster();
    fs.chmodSync(folder, 0o700);
    // Also copies PostgreSQL's programs into the private folder, because `choosePostgresOsUser` runs initdb, which runs
    // postgres.
    fs.symlinkSync(path.dirname(path.dirname(findPostgres().initdb)), path.join(folder, "native"));
    const user = choosePostgresOsUser({ initdb: path.join(folder, "native/bin/initdb"), dataDir: folder, cluster });
    expect(user.prefix).toContain("setpriv");

    const server = await startServer();
    await query(server.url, "create table kept as select 7 as n");
    await server.stop();
    const secondServer = await startServer();
    expect(await query(secondServer.url, "select n from kept")).toEqual([7]);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    await secondServer.stop();
  },
);
