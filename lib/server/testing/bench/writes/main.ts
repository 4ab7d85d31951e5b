import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { connect } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { verifyChain } from "@/lib/server/system-logs/verify-chain";
import { startDelayProxy } from "./delay-proxy";
import { runWriters } from "./run-writers";

const HELP_TEXT = `npm run bench:writes                          1, 4 and 16 writers with 0, 2 and 10 ms more to the database
npm run bench:writes -- --writers 16 --delays 0,2 --seconds 10 --connections 20
npm run bench:writes -- --url postgres://…      a PostgreSQL server whose role may create databases, instead of its own`;

const commandArgs = process.argv.slice(2);
const option = (name: string, fallback: string) => {
  const index = commandArgs.indexOf(`--${name}`);
  return index < 0 ? fallback : (commandArgs[index + 1] ?? fallback);
};
const numbersOf = (text: string) => text.split(",").map(Number);
const printLine = (text: string) => process.stdout.write(`${text}\n`);
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
  const [seconds, connections] = [Number(option("seconds", "5")), Number(option("connections", "20"))];
  printLine(`${cpus().length} × ${cpus()[0]?.model}; load ${loadavg()[0]?.toFixed(1)}; ${connections} connections`);
  printLine("delay  writers  writes/s  p50 ms  p95 ms  CPU ms/write  statements/write  failed");
  for (const delay of delays) {
    for (const count of writers) {
      const name = `bench_writes_${delay}_${count}`;
      await runOn(serverUrl, `drop database if exists ${name}`, `create database ${name} template ${TEMPLATE}`);
      const proxy = delay > 0 ? await startProxyProcess(serverUrl, delay) : null;
      const target = new URL(proxy?.url ?? serverUrl);
      const { failed, ...result } = await runWriters(databaseUrl(target, name), {
        writers: count,
        seconds,
        connections,
      });
      proxy?.child.kill();
      await assertChain(databaseUrl(serverUrl, name));
      printLine(
        [
          ...[`${delay} ms`.padStart(5), String(count).padStart(8), String(result.writes).padStart(9)],
          ...[
            result.p50.toFixed(1).padStart(7),
            result.p95.toFixed(1).padStart(7),
            result.cpuMs.toFixed(2).padStart(13),
          ],
          ...[String(result.statementsPerWrite).padStart(17), JSON.stringify(failed).padStart(7)],
        ].join(" "),
      );
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

/** @throws if a write was not sealed, or the chain is not complete */
async function assertChain(url: string) {
  const { db, pool } = connect(url, 1, 0);
  const { bad, checked, waiting } = await verifyChain(db, 0, Number.POSITIVE_INFINITY).finally(() => pool.end());
  if (bad || checked === 0 || waiting > 1)
    throw new Error(`The chain has a fault: ${JSON.stringify({ bad, waiting })}`);
}

const [command, target, delay] = commandArgs;
if (command === "proxy") process.send?.(await startDelayProxy(new URL(target ?? ""), Number(delay)));
else if (command === "--help") printLine(HELP_TEXT);
else {
  await run();
  process.exit(0);
}
