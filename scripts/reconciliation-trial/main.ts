import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connectDatabase, type Database } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { matchOpenItems } from "@/lib/server/reconciliation/matching/match-items";
import { openBenchTarget } from "@/lib/server/testing/bench/target";
import { checkResult } from "@/lib/server/testing/reconciliation-trial/check-result";
import { loadLedger } from "@/lib/server/testing/reconciliation-trial/load-ledger";
import { loadSources, startTrial, type TrialCall } from "@/lib/server/testing/reconciliation-trial/load-trial";
import type { ReconciliationTrial } from "@/lib/server/testing/reconciliation-trial/trial";
import {
  countMatches,
  digestMatches,
  matchUntilComplete,
  readToday,
  repeatMatching,
} from "@/lib/server/testing/reconciliation-trial/trial-database";
import { generateTrial } from "./generate.mjs";

const [command, ...otherArgs] = process.argv.slice(2);
const payments = Number(command === "match" ? 0 : (command ?? 100_000));
const KILLS = 5;
/** Number of matches per transaction in the matching processes that this test kills. */
const KILLED_BATCH = Math.max(100, payments / 20);
const print = (text: string) => process.stdout.write(`${text}\n`);

const firstArgument = otherArgs[0];

/** Matches items in a child process, and kills it during its second batch. @returns false if the process finished before the kill */
async function matchAndKill(url: string, db: Database): Promise<boolean> {
  const before = await countMatches(db);
  const args = [...process.execArgv, process.argv[1] ?? "", "match", url, String(KILLED_BATCH)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  let isRunning = true;
  const exited = new Promise<boolean>((resolve) =>
    child.on("exit", (_code, signal) => {
      isRunning = false;
      resolve(signal === "SIGKILL");
    }),
  );
  while (isRunning && (await countMatches(db)) === before) await delay(50);
  await delay(300);
  child.kill("SIGKILL");
  return exited;
}

/** Generates a trial and loads it into an empty database. The returned `load` imports the same provider and bank data again. */
async function prepare(url: string) {
  await migrate(url);
  const target = await openBenchTarget(url);
  const { db, pool } = connectDatabase(url, 4, 0);
  const trial: ReconciliationTrial = generateTrial({ payments, today: await readToday(db) });
  const call: TrialCall = async (to, body) => {
    const response = await target.call("POST", to, body);
    const { data, ...error } = await response.json();
    if (response.status !== 200) throw new Error(JSON.stringify(error));
    return data;
  };
  const startedAt = performance.now();
  await loadLedger(url, trial, target.adminId);
  const accountId = await startTrial(call, trial);
  const load = () => loadSources(db, call, trial, accountId);
  await load();
  await pool.query("analyze reconciliation_items");
  const { ledger, provider, bank } = trial;
  print(
    `${ledger.length} ledger, ${provider.length} provider, ${bank.length} bank items loaded in ${seconds(startedAt)}`,
  );
  const close = async () => {
    await pool.end();
    await target.close();
  };
  return { db, trial, load, close };
}

const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

async function report(db: Database, trial: ReconciliationTrial) {
  const { problems, ...result } = await checkResult(db, trial);
  print(JSON.stringify(result, null, 1));
  for (const problem of problems.slice(0, 40)) print(problem);
  if (problems.length) throw new Error(`${problems.length} differences from the truth.`);
  print("Every planted fault was found with its reason, and nothing else.");
}

async function run(urlOf: (name: string) => Promise<string>) {
  print(`1. ${payments} payments`);
  const { db, trial, load, close } = await prepare(await urlOf("trial"));
  const startedAt = performance.now();
  const count = await matchOpenItems(db);
  print(`${count} matches in ${seconds(startedAt)}`);
  await report(db, trial);
  const before = await digestMatches(db);

  print("2. The same again changes nothing");
  await load();
  await repeatMatching(db);
  const again = performance.now();
  if ((await matchOpenItems(db)) !== 0 || (await digestMatches(db)) !== before)
    throw new Error("A second run changed something.");
  print(`no new match in ${seconds(again)}`);
  await close();

  print("3. Killed while matching, and started again");
  const url = await urlOf("killed");
  const second = await prepare(url);
  const steps: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    if (!(await matchAndKill(url, second.db))) break;
    steps.push(await countMatches(second.db));
  }
  print(`killed ${steps.length} times, after ${steps.join(", ")} matches`);
  await matchUntilComplete(second.db);
  await report(second.db, second.trial);
  if ((await digestMatches(second.db)) !== before) throw new Error("The killed runs gave another result.");
  print("The result is the same.");
  await second.close();
}

async function runOnOwnServer() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-trial-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const { pool } = connectDatabase(server.url, 1, 0);
  await run(async (name) => {
    await pool.query(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = name;
    return url.href;
  });
  await pool.end();
  await server.stop();
}

if (command === "match" && firstArgument) {
  const { db } = connectDatabase(firstArgument, 2, 0);
  await matchUntilComplete(db, Number(otherArgs[1]));
} else await runOnOwnServer();
process.exit(0);
