// Slow: starts the server once for each wrong setting, four at a time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { testPort } from "./support/ports";
import { makeDataDir, NPM_COMMANDS, SERVER_ENVIRONMENT } from "./support/server";

const PARALLEL_STARTS = 4;
/** Maximum time in ms until a server with a wrong setting exits. It takes less than a second on an idle machine. */
const EXIT_LIMIT_MS = 60_000;
/** Part of each secret value below. No output may contain it. */
const SECRET_MARK = "hush";

test.describe.configure({ timeout: 600_000 });

let dataFixture: ReturnType<typeof makeDataDir>;
test.beforeAll(() => {
  dataFixture = makeDataDir();
  writeFileSync(path.join(dataFixture.dataDir, "file"), "");
});
test.afterAll(() => dataFixture.removeDataDir());

const PUBLIC_FIREBASE = {
  FIREBASE_API_KEY: "k",
  FIREBASE_PROJECT_ID: "p",
  FIREBASE_APP_ID: "a",
  FIREBASE_MESSAGING_SENDER_ID: "m",
  FIREBASE_VAPID_KEY: "v",
};
const BUCKET = {
  FILES_BUCKET_URL: "https://s3.example/files",
  FILES_BUCKET_KEY_ID: "id",
  FILES_BUCKET_SECRET: SECRET_MARK,
};

/** Wrong values by environment variable. An object sets several variables that are wrong together. */
const WRONG_SETTINGS: Record<string, (string | Record<string, string>)[]> = {
  DATABASE_URL: [
    "mysql://db.example/office",
    `db.example:5432`,
    `postgres://user:${SECRET_MARK}#1@db.example/office`,
    "postgres://db.example:99999/office",
  ],
  MIGRATION_DATABASE_URL: ["db.example/office", `http://user:${SECRET_MARK}@db.example/office`],
  DATABASE_REPLICA_URL: ["replica.example:5432", `mysql://user:${SECRET_MARK}@replica.example/office`],
  MIGRATE_ON_START: ["yes"],
  DATABASE_POOL_SIZE: ["0", "many", "1.5"],
  DATABASE_WAIT_SECONDS: ["0", "3s"],
  DATA_DIR: ["<file>", "<file>/below"],
  PORT: ["99999", "abc", "-1"],
  APP_ORIGIN: ["office.example", "https://office.example/path", "ftp://office.example", "https://a:b@office.example"],
  KEEP_ALIVE_TIMEOUT: ["500", "75s"],
  PG_BIN: ["/usr/lib/\u200bpostgresql"],
  BACKUP_KEY: [SECRET_MARK],
  APP_SECRET: [SECRET_MARK, " ".repeat(40)],
  APP_SECRET_PREVIOUS: [SECRET_MARK, `${SECRET_MARK.repeat(10)},${SECRET_MARK}`],
  SMTP_URL: ["mail.example:25", `http://user:${SECRET_MARK}@mail.example`, "smtp://"],
  MAIL_FROM: ["not-a-mail", "Office <not-a-mail>", "Office no-reply@office.example"],
  TRUSTED_PROXIES: ["-1", "yes"],
  API_BASE_URL: ["api.example", "ftp://api.example/v1"],
  FILES_BUCKET_URL: [
    { ...BUCKET, FILES_BUCKET_URL: "https://s3.example" },
    { ...BUCKET, FILES_BUCKET_URL: "s3://files" },
    { ...BUCKET, FILES_BUCKET_URL: "" },
  ],
  FILES_BUCKET_KEY_ID: [{ ...BUCKET, FILES_BUCKET_KEY_ID: "" }],
  FILES_BUCKET_SECRET: [{ ...BUCKET, FILES_BUCKET_SECRET: "" }],
  FILES_BUCKET_REGION: ["us\u200beast"],
  FIREBASE_API_KEY: [{ ...PUBLIC_FIREBASE, FIREBASE_API_KEY: "" }],
  FIREBASE_PROJECT_ID: [{ ...PUBLIC_FIREBASE, FIREBASE_PROJECT_ID: "" }],
  FIREBASE_APP_ID: [{ ...PUBLIC_FIREBASE, FIREBASE_APP_ID: "" }],
  FIREBASE_MESSAGING_SENDER_ID: [{ ...PUBLIC_FIREBASE, FIREBASE_MESSAGING_SENDER_ID: "" }],
  FIREBASE_VAPID_KEY: [{ ...PUBLIC_FIREBASE, FIREBASE_VAPID_KEY: "" }],
  FIREBASE_SERVICE_ACCOUNT: [SECRET_MARK, `{"private_key":"${SECRET_MARK}"}`],
  KYC_TARGET_HOURS: ["0", "a day"],
  KYC_RELEASE_HOURS: ["-1"],
  KYC_FIGURES: ["nobody"],
  REFUND_LIMIT: ["-1", "50,000"],
  SLIDES_LIVE_MAX: ["0"],
  BROADCAST_APPROVAL_ABOVE: ["-1"],
  SIMULATED_PROVIDER: ["true"],
  PAYSTACK_SECRET_KEY: [`pk_live_${SECRET_MARK.repeat(10)}`, `sk_live_${SECRET_MARK}`],
  PAYSTACK_SECRET_KEY_PREVIOUS: [SECRET_MARK],
  SIMULATED_CITIZENS: ["1"],
  API_DOCS: ["closed"],
  INVITATION_DOMAINS: ["crossriver"],
  SESSION_IDLE_HOURS: ["100"],
  APP_API_KEYS: [`city-app:${SECRET_MARK}`, SECRET_MARK.repeat(20)],
  APP_RATE_LIMIT: ["0"],
  WEBHOOKS_TO_LOCALHOST: ["yes"],
  CRON_SECRET: [SECRET_MARK],
  METRICS_TOKEN: [SECRET_MARK],
  METRICS_PORT: ["0", "99999"],
  TIMERS: ["false"],
  SHUTDOWN_SECONDS: ["0", "20s"],
  LOG_LEVEL: ["verbose"],
};

test("each wrong setting prints one line that names it, and the server exits with 1", async () => {
  const starts = Object.entries(WRONG_SETTINGS).flatMap(([name, values]) =>
    values.map((value) => ({ name, env: typeof value === "string" ? { [name]: value } : value })),
  );
  const failures: unknown[] = [];
  const runNext = async () => {
    for (let start = starts.pop(); start; start = starts.pop()) {
      const { name, env } = start;
      const result = await runStart(env);
      const isRight =
        result.code === 1 &&
        new RegExp(`^${name} [^\\n]+\\. Example: [^\\n]+\\n$`).test(result.stderr) &&
        !/Ready|Invalid input|expected/.test(result.stdout + result.stderr) &&
        !(result.stdout + result.stderr).includes(SECRET_MARK);
      if (!isRight) failures.push({ env, ...result });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_STARTS }, runNext));
  expect(failures).toEqual([]);
});

test("the tests of wrong settings cover each setting in docs/operations.md", () => {
  const page = readFileSync("docs/operations.md", "utf8");
  const table = page.slice(page.indexOf("## Settings"), page.indexOf("## The first administrators"));
  // Excludes variables that only OpenTelemetry's packages read, because the server does not check them.
  const cells = table.split("\n").map((line) => /^\| (`.*?`) \|/.exec(line)?.[1] ?? "");
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect(Object.keys(WRONG_SETTINGS).sort()).toEqual(documented.sort());
});

test("the server prints one line for each of several wrong settings", async () => {
  const { code, stderr } = await runStart({ PORT: "abc", LOG_LEVEL: "loud", APP_SECRET: SECRET_MARK });
  expect(
    stderr
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toEqual(["PORT", "APP_SECRET", "LOG_LEVEL"]);
  expect(code).toBe(1);
});

test("the server prints one line with the port if it is already in use, and exits with 1", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = await runStart({ PORT: String(port) });
  other.close();
  expect(stderr).toBe(`PORT is ${port}, which another program uses. Example: PORT=3000\n`);
  expect(stdout).not.toMatch(/Ready|EADDRINUSE/);
  expect(code).toBe(1);
});

test("the server refuses wrong settings when Next.js is started without start.mjs", async () => {
  const { code, stderr } = await runStart(
    { MAIL_FROM: "not-a-mail" },
    "exec node node_modules/next/dist/bin/next start",
  );
  expect(stderr).toMatch(/^MAIL_FROM must be one email address[^\n]+$/m);
  expect(code).toBe(1);
});

/** Starts the server and waits until it exits. Kills it at the time limit; then `code` is null. */
async function runStart(env: Record<string, string>, command = NPM_COMMANDS.start) {
  const { dataDir } = dataFixture;
  const file = path.join(dataDir, "file");
  const settings = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replace("<file>", file)]),
  );
  const server = spawn("sh", ["-c", command], {
    env: { ...SERVER_ENVIRONMENT, DATA_DIR: dataDir, PORT: String(testPort(60)), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: EXIT_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr] = await Promise.all([text(server.stdout), text(server.stderr), once(server, "exit")]);
  return { code: server.exitCode, stdout, stderr };
}
