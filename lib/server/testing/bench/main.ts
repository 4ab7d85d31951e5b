import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { readMigrations } from "@/lib/server/db/migration-files";
import { compareDatabaseSizes } from "./compare";
import { fillDatabase } from "./fill-database";
import type { DatabaseSize } from "./generated-rows";

const HELP_TEXT = `npm run bench                                  100,000 payments of 10,000 users, and ten times as many
npm run bench -- --full                        100,000 payments and users; 10,000,000 payments of 1,000,000 users
npm run bench -- --small 1000,5000 --large 2000,50000   users,payments[,audit rows[,reports[,tickets[,applications]]]] of the two databases
npm run bench -- --runs 20 --only users        fewer calls of each; only calls whose name holds a word
npm run bench -- measure <url> <url>           databases that are filled already
npm run bench -- fill <url> 1000000,10000000   fills a database that holds no users
npm run bench -- migrations <url> 1000000,1000000 0014_proofs   migrates an empty database to there, fills it, and times the rest`;

const commandArgs = process.argv.slice(2);
const option = (name: string) => {
  const flagIndex = commandArgs.indexOf(`--${name}`);
  return flagIndex < 0 ? undefined : commandArgs.splice(flagIndex, 2)[1];
};
const flag = (name: string) => {
  const flagIndex = commandArgs.indexOf(`--${name}`);
  return flagIndex >= 0 && commandArgs.splice(flagIndex, 1).length > 0;
};

function parseSize(text: string): DatabaseSize {
  const [users = 0, transactions = 0, ...otherCounts] = text.split(",").map(Number);
  const [audit = Math.max(100_000, transactions / 10), reports = Math.min(1_000_000, transactions), tickets = reports] =
    otherCounts;
  const [, , , applications = tickets] = otherCounts;
  if (!(users >= 100 && transactions >= 1_000)) throw new Error(`Give users,payments such as 1000,50000, not ${text}.`);
  return { users, transactions, audit, reports, tickets, applications };
}

const printLine = (text: string) => process.stdout.write(`${text}\n`);
const isFull = flag("full");
const smallSize = parseSize(option("small") ?? (isFull ? "100000,100000" : "10000,100000"));
const largeSize = parseSize(option("large") ?? (isFull ? "1000000,10000000" : "100000,1000000"));
const options = { runs: Number(option("runs") ?? 30), only: option("only") ?? "", say: printLine };

async function fillIfEmpty(url: string, size: DatabaseSize) {
  await migrate(url);
  await fillDatabase(url, size, { log: printLine });
}

/** Fills a database of an older version, and prints how long each later migration takes. */
async function timeMigrations(url: string, size: DatabaseSize, until: string) {
  const migrations = readMigrations();
  const last = migrations.findIndex(({ tag }) => tag === until);
  if (last < 0) throw new Error(`There is no migration ${until}.`);
  await migrate(url, { migrations: migrations.slice(0, last + 1) });
  await fillDatabase(url, size, { log: printLine });
  await migrate(url, { log: printLine });
}

/** Runs PostgreSQL in a temporary folder, which is deleted when the process ends for any reason. */
async function run() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-bench-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const urls: string[] = [];
  for (const [name, size] of Object.entries({ small: smallSize, large: largeSize })) {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(server.url);
    url.pathname = name;
    urls.push(url.href);
    printLine(`\nFilling the ${name} database: ${JSON.stringify(size)}`);
    await fillIfEmpty(url.href, size);
  }
  await compareDatabaseSizes(urls[0] ?? "", urls[1] ?? "", options);
  await server.stop();
}

const [command, ...otherArgs] = commandArgs;
const [firstArg, secondArg, thirdArg] = otherArgs;
if (command === "migrations" && firstArg && secondArg && thirdArg)
  await timeMigrations(firstArg, parseSize(secondArg), thirdArg);
else if (command === "fill" && firstArg && secondArg) await fillIfEmpty(firstArg, parseSize(secondArg));
else if (command === "measure" && firstArg && secondArg) await compareDatabaseSizes(firstArg, secondArg, options);
else if (command === undefined) await run();
else printLine(HELP_TEXT);
process.exit(0);
