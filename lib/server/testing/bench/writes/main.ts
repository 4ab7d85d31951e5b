import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { connectDatabase } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { readPostgresInfo } from "@/lib/server/db/embedded-server";
import { migrate } from "@/lib/server/db/migrate";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { startDelayProxy } from "./delay-proxy";
import { runWriters, type WriterOptions } from "./run-writers";
import { processCpuMs, serverCpuMs } from "./server-cpu";
import { startWriterProcesses } from "./writer-processes";

const HELP_TEXT = `npm run bench:writes                          1, 4 and 16 writers with 0, 2 and 10 ms more to the database
npm run bench:writes -- --writers 16 --delays 0,2 --seconds 10 --connections 10 --processes 1
npm run bench:writes -- --url postgres://…      a PostgreSQL server whose role may create databases, instead of its own`;

const commandArgs = process.argv.slice(2);
const option = (name: string, fallback: string) => {
  const index = commandArgs.indexOf(`--${name}`);
  return index < 0 ? fallback : (commandArgs[index + 1] ?? fallback);
};
const numbersOf = (text: string) => text.split(",").map(Number);
const printLine = (text: string) => process.stdout.write(`${text}\n`);
const printRow = (cells: readonly string[]) => printLine(cells.map((cell) => cell.padStart(11)).join(" "));
const TEMPLATE = "bench_writes_template";

async function run() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-bench-writes-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
  const givenUrl = option("url", "");
  const server = givenUrl ? null : await startEmbeddedPostgres({ dataDir });
  const serverUrl = new URL(server?.url ?? givenUrl);
  await runOn(serverUrl, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`);
  await migrate(databaseUrl(serverUrl, TEMPLATE));
  const [writers, delays] = [numbersOf(option("writers", "1,4,16")), numbersOf(option("delays", "0,2,10"))];
  const [seconds, connections] = [Number(option("seconds", "5")), Number(option("connections", "10"))];
  const processes = Number(option("processes", "1"));
  const mainPid = server ? readPostgresInfo(path.join(dataDir, "postgres"))?.pid : undefined;
  const system = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`;
  printLine(`${system}; load ${loadavg()[0]?.toFixed(1)}; ${processes} processes of ${connections} connections`);
  printLine("CPU time in ms per write: of Node, of PostgreSQL and of the proxy that delays.");
  printRow([
    "delay",
    "writers",
    "writes/s",
    "p50 ms",
    "p95 ms",
    "Node",
    "PostgreSQL",
    "proxy",
    "round trips",
    "failed",
  ]);
  for (const delay of delays) {
    for (const count of writers) {
      const name = `bench_writes_${delay}_${count}`;
      await runOn(serverUrl, `drop database if exists ${name}`, `create database ${name} template ${TEMPLATE}`);
      const proxy = delay > 0 ? await startProxyProcess(serverUrl, delay) : null;
      const target = databaseUrl(new URL(proxy?.url ?? serverUrl), name);
      const { run: measure } = await startWriterProcesses(target, { writers: count, seconds, connections }, processes);
      const readCpu = () => ({
        server: mainPid ? serverCpuMs(mainPid) : null,
        proxy: proxy?.child.pid ? processCpuMs(proxy.child.pid) : null,
      });
      const before = readCpu();
      const { times, failed, ms, cpuMs, roundTripsPerWrite } = await measure();
      const after = readCpu();
      proxy?.child.kill();
      await assertChain(databaseUrl(serverUrl, name), processes);
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
      const perWrite = (end: number | null, start: number | null) =>
        end === null || start === null ? "-" : ((end - start) / Math.max(1, times.length)).toFixed(2);
      printRow([
        ...[`${delay} ms`, String(count), ((times.length / ms) * 1_000).toFixed(0), at(0.5), at(0.95)],
        ...[perWrite(cpuMs, 0), perWrite(after.server, before.server), perWrite(after.proxy, before.proxy)],
        ...[String(roundTripsPerWrite), JSON.stringify(failed)],
      ]);
      await runOn(serverUrl, `drop database ${name} with (force)`);
    }
  }
  await runOn(serverUrl, `drop database ${TEMPLATE}`);
  await server?.stop();
}

function databaseUrl(server: URL, name: string): string {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function runOn(server: URL, ...statements: string[]) {
  const client = new Client({ connectionString: server.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function startProxyProcess(server: URL, delay: number): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(process.argv[1] ?? "", ["proxy", server.href, String(delay)]);
  const [port] = (await once(child, "message")) as [number];
  const url = new URL(server);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return { url: url.href, child };
}

/**
 * Checks that all written audit rows are in the hash chain (sealed) and the chain is complete.
 * @throws Error if not
 */
async function assertChain(url: string, processes: number) {
  const { db, pool } = connectDatabase(url, 1, 0);
  const { bad, checked, waiting } = await verifyAuditChain(db, 0, Number.POSITIVE_INFINITY).finally(() => pool.end());
  // Allows one unsealed row per process, because a process may end before its last row is sealed.
  if (bad || checked === 0 || waiting > processes)
    throw new Error(`The chain has a fault: ${JSON.stringify({ bad, waiting })}`);
}

const [command, target = "", detail = ""] = commandArgs;
if (command === "proxy") process.send?.(await startDelayProxy(new URL(target), Number(detail)));
else if (command === "writers") await runAsChild(target, JSON.parse(detail) as WriterOptions);
else if (command === "--help") printLine(HELP_TEXT);
else {
  await run();
  process.exit(0);
}

/** Runs a share of the writers in a child process: starts at the parent's signal, and sends the result to the parent. */
async function runAsChild(url: string, options: WriterOptions) {
  process.on("disconnect", () => process.exit(1));
  const result = await runWriters(url, options, () => {
    process.send?.("ready");
    return once(process, "message");
  });
  process.send?.(result, () => process.exit(0));
}
