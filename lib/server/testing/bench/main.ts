import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { compare } from "./compare";
import { fill } from "./fill";
import type { Size } from "./world";

const HELP = `npm run bench                                  100,000 payments of 10,000 users, and ten times as many
npm run bench -- --full                        100,000 payments and users; 10,000,000 payments of 1,000,000 users
npm run bench -- --small 1000,5000 --large 2000,50000   users,payments[,audit rows[,reports[,tickets[,applications]]]] of the two databases
npm run bench -- --runs 20 --only users        fewer calls of each; only calls whose name holds a word
npm run bench -- measure <url> <url>           databases that are filled already
npm run bench -- fill <url> 1000000,10000000   fills a database that holds no users`;

const words = process.argv.slice(2);
const option = (name: string) => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const flag = (name: string) => {
  const at = words.indexOf(`--${name}`);
  return at >= 0 && words.splice(at, 1).length > 0;
};

function sizeOf(text: string): Size {
  const [users = 0, transactions = 0, ...more] = text.split(",").map(Number);
  const [audit = Math.max(100_000, transactions / 10), reports = Math.min(1_000_000, transactions), tickets = reports] =
    more;
  const [, , , applications = tickets] = more;
  if (!(users >= 100 && transactions >= 1_000)) throw new Error(`Give users,payments such as 1000,50000, not ${text}.`);
  return { users, transactions, audit, reports, tickets, applications };
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const full = flag("full");
const small = sizeOf(option("small") ?? (full ? "100000,100000" : "10000,100000"));
const large = sizeOf(option("large") ?? (full ? "1000000,10000000" : "100000,1000000"));
const options = { runs: Number(option("runs") ?? 30), only: option("only") ?? "", say };

async function filled(url: string, size: Size) {
  await migrate(url);
  await fill(url, size, { log: say });
}

/** Runs PostgreSQL in a temporary folder, which is deleted when the process ends for any reason. */
async function run() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "crossriverpay-bench-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const urls: string[] = [];
  for (const [name, size] of Object.entries({ small, large })) {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(server.url);
    url.pathname = name;
    urls.push(url.href);
    say(`\nFilling the ${name} database: ${JSON.stringify(size)}`);
    await filled(url.href, size);
  }
  await compare(urls[0] ?? "", urls[1] ?? "", options);
  await server.stop();
}

const [command, ...rest] = words;
if (command === "fill" && rest[0] && rest[1]) await filled(rest[0], sizeOf(rest[1]));
else if (command === "measure" && rest[0] && rest[1]) await compare(rest[0], rest[1], options);
else if (command === undefined) await run();
else say(HELP);
process.exit(0);
