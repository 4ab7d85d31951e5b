// Slow: kills server processes while they pay the rows of a payout batch.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { and, eq, inArray, sql } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { outbox } from "@/lib/server/db/schema/outbox";
import { transactions } from "@/lib/server/db/schema/transaction";
import { availableInPool } from "@/lib/server/ledger/reserve";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeGrantProgramme, readGrantProgramme } from "@/lib/server/testing/grants";
import { balanceOf } from "@/lib/server/testing/ledger";
import { makeBankPayoutMethod, payoutCallsOf } from "@/lib/server/testing/payouts";
import { raceRounds } from "@/lib/server/testing/race-rounds";

/** Uses 100,000 rows if run with STRESS=1. One in ten is for a bank account, one in a hundred for a closed account. */
const ROW_COUNT = Number(process.env.STRESS_ROWS ?? (process.env.STRESS ? 100_000 : 300));
const BANK_COUNT = ROW_COUNT / 10;
const CLOSED_COUNT = ROW_COUNT / 100;
const AWARD_AMOUNT = 1_000;
const KILL_COUNT = raceRounds(2, 5);
const SERVER_COUNT = 2;
const LIMIT_MS = 120_000 + ROW_COUNT * 60;

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let otherAdmin: Awaited<ReturnType<typeof makeAdmin>>;
let folder: string;
let programmeId: string;
let availableBefore: number;
const serverProcesses = new Set<ChildProcess>();
const memoryUses: number[] = [];

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  otherAdmin = await makeAdmin(app);
  await makeBankPayoutMethod(app);
  folder = mkdtempSync(path.join(process.cwd(), "node_modules/.stress-"));
  await build({
    entryPoints: ["lib/server/testing/payout-stress/child.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile: path.join(folder, "child.mjs"),
  });
  const programme = await makeGrantProgramme(app, admin, { amount: AWARD_AMOUNT, budget: ROW_COUNT * AWARD_AMOUNT });
  programmeId = programme.id;
  availableBefore = await availableInPool(app.db, "grants_pool");
  await approveAllApplications();
}, LIMIT_MS);

afterAll(async () => {
  for (const child of serverProcesses) child.kill("SIGKILL");
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Inserts approved applications in bulk, without reviews and totals. */
async function approveAllApplications() {
  const client = await app.db.$client.connect();
  const runQuery = (text: string) => client.query({ text, query_timeout: LIMIT_MS } as { text: string });
  await runQuery("set statement_timeout = 0");
  for (let from = 1; from <= ROW_COUNT; from += 5_000) {
    const seriesSql = `generate_series(${from}, ${Math.min(ROW_COUNT, from + 4_999)}) n`;
    await runQuery(`insert into users (id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, joined_at)
      select md5('u' || n)::uuid, 'A', 'B', n || '@example.com', '+234' || n, '1990-01-01', 'female', 'x', 'Ikom', now() from ${seriesSql}`);
    await runQuery(`insert into grant_applications (id, reference, programme_id, user_id, amount_asked, contact_phone, applicant_lga,
        applicant_tier, payout_kind, bank, bank_code, account_name, account_number, account_last4)
      select md5('a' || n)::uuid, 'GRA-' || n, '${programmeId}', md5('u' || n)::uuid, ${AWARD_AMOUNT}, '+234' || n, 'Ikom', 1,
        case when n % 10 = 0 then 'bank' else 'wallet' end, case when n % 10 = 0 then 'Bank' end,
        case when n % 10 = 0 then '011' end, case when n % 10 = 0 then 'A B' end,
        case when n % 10 = 0 then '\\x00'::bytea end, case when n % 10 = 0 then '0000' end from ${seriesSql}`);
    await runQuery("alter table grant_applications disable trigger user");
    await runQuery(`update grant_applications set state = 'approved', amount = ${AWARD_AMOUNT}, reviews = 2, score_sum = 100
      where state = 'submitted'`);
    await runQuery("alter table grant_applications enable trigger user");
  }
  await runQuery(`update users set status = 'closed', status_reason = 'Left'
    where id in (select md5('u' || n)::uuid from generate_series(1, ${ROW_COUNT}) n where n % 100 = 1)`);
  await runQuery(`update grant_programmes set committed = ${ROW_COUNT * AWARD_AMOUNT} where id = '${programmeId}'`);
  await runQuery("select rebuild_totals()");
  await runQuery("set statement_timeout = '15s'");
  client.release();
}

/** Starts a separate server process that shares only the database with the other server processes. */
function startServer(): ChildProcess {
  const child = fork(path.join(folder, "child.mjs"), {
    execArgv: ["--conditions=react-server", "--enable-source-maps"],
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: app.url },
  });
  child.on("message", (message: { megabytes: number }) => memoryUses.push(message.megabytes));
  serverProcesses.add(child);
  return child;
}

const startServers = () => Array.from({ length: SERVER_COUNT }, startServer);

async function killServer(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  serverProcesses.delete(child);
}

const countAttempted = () => app.db.$count(grantBatchRows, inArray(grantBatchRows.state, ["paid", "sent", "failed"]));
const waitUntil = (condition: () => Promise<boolean>, interval: number) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: LIMIT_MS, interval });

it(
  `pays each of ${ROW_COUNT} rows once although ${SERVER_COUNT} servers are killed ${KILL_COUNT} times during the payment`,
  async () => {
    const logDuration = (label: string, startedAt: number) =>
      process.env.STRESS && process.stdout.write(`${label}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`);
    const payouts = payoutCallsOf(app, admin);
    let since = Date.now();
    const made = await payouts.create(programmeId);
    expect(made.json.data).toMatchObject({ rows: ROW_COUNT, amount: ROW_COUNT * AWARD_AMOUNT, changed: CLOSED_COUNT });
    logDuration("made", since);
    const { id } = made.json.data;
    since = Date.now();
    expect((await payouts.submit(id)).status).toBe(200);
    logDuration("submitted", since);
    since = Date.now();
    expect((await payouts.decide(id, otherAdmin)).status).toBe(200);
    logDuration("approved", since);
    since = Date.now();
    for (let killCount = 0; killCount < KILL_COUNT; killCount++) {
      const servers = startServers();
      const attemptedAtKill = (ROW_COUNT * (killCount + 1)) / (KILL_COUNT + 1);
      await waitUntil(async () => (await countAttempted()) >= attemptedAtKill, ROW_COUNT > 1_000 ? 500 : 5);
      await Promise.all(servers.map(killServer));
      expect(await countAttempted(), "killed midway").toBeLessThan(ROW_COUNT);
    }
    const lastServers = startServers();
    await waitUntil(async () => (await countAttempted()) === ROW_COUNT, ROW_COUNT > 1_000 ? 500 : 5);
    await Promise.all(lastServers.map(killServer));
    logDuration(`${ROW_COUNT} rows`, since);

    const paid = ROW_COUNT - BANK_COUNT - CLOSED_COUNT;
    since = Date.now();
    expect(await payouts.read(id)).toMatchObject({
      state: "paying",
      paid: { rows: paid, amount: paid * AWARD_AMOUNT },
      sent: { rows: BANK_COUNT, amount: BANK_COUNT * AWARD_AMOUNT },
      failed: { rows: CLOSED_COUNT },
      ledger: paid * AWARD_AMOUNT,
      is_balanced: true,
    });
    logDuration("read", since);
    expect(await app.db.$count(transactions, eq(transactions.type, "grant_payout"))).toBe(paid + BANK_COUNT);
    const balances = await app.db.execute<{ balance: string; wallets: number }>(sql`
      select balance, count(*)::int as wallets from ledger_accounts where user_id is not null group by balance order by balance`);
    expect(balances.rows.map(({ balance, wallets }) => [Number(balance), wallets])).toEqual([
      [0, BANK_COUNT + CLOSED_COUNT],
      [AWARD_AMOUNT, paid],
    ]);
    const unpaidAmount = (BANK_COUNT + CLOSED_COUNT) * AWARD_AMOUNT;
    expect(await readGrantProgramme(app, programmeId)).toMatchObject({
      paid: paid * AWARD_AMOUNT,
      committed: unpaidAmount,
    });
    expect(await balanceOf(app.db, IDS.grants_pool)).toBe(availableBefore + unpaidAmount);
    expect(await availableInPool(app.db, "grants_pool")).toBe(availableBefore);
    // Excludes closed accounts, which get no messages.
    expect(await app.db.$count(outbox, eq(outbox.kind, "bulk_mail"))).toBe(paid);
    expect(await app.db.$count(outbox, eq(outbox.kind, "payout"))).toBe(BANK_COUNT);
    const auditCount = await app.db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from audit_trails where action = 'grant.payRow'`,
    );
    expect(auditCount.rows[0]?.rows).toBe(ROW_COUNT);
    expect(await app.db.$count(grantBatchRows, and(eq(grantBatchRows.batchId, id), eq(grantBatchRows.tries, 1)))).toBe(
      ROW_COUNT,
    );
    if (ROW_COUNT <= 1_000) expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [], finished: true });
    const [maxMemory, minMemory] = [Math.max(...memoryUses), Math.min(...memoryUses)];
    if (process.env.STRESS)
      process.stdout.write(`memory of a server: ${minMemory.toFixed(0)} to ${maxMemory.toFixed(0)} MB\n`);
    expect(maxMemory).toBeLessThan(400);
  },
  LIMIT_MS * 2,
);
