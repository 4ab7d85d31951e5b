// Slow: kills server and PostgreSQL again and again.
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { APIRequestContext } from "@playwright/test";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { latestCode } from "./support/mail";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer, type TestServer } from "./support/server";
import { emailOf } from "./support/sign-in";
import { expect, test } from "./support/test";

const PORT = testPort(10);
const BASE = `http://localhost:${PORT}`;
/** Kills after 0, 2, 4 and 6 answers. STRESS=1: 20 kills, after every number of answers. */
const ROUNDS = process.env.STRESS ? 20 : 4;
const NAIRA = 100;
const APP_KEY = "crash-key-".repeat(5);
/** Of so many payments the simulated provider reports some within a minute; seven in ten are due by then. */
const BEGUN = 20;

type Paid = { id: string; amount: number };
type Movement = { id: string; awaiting: { approvalId: string } };
type Caller = Awaited<ReturnType<typeof callerOf>>;

test.describe.configure({ mode: "serial", timeout: 400_000 });
test.use({ baseURL: BASE });

test(`kill -9 of server and PostgreSQL amid decisions and money, ${ROUNDS} times: what was acknowledged is there, once`, async ({
  request,
}) => {
  const { dataDir, removeDataDir } = makeDemoDir();
  // The simulated provider reports payments in the meantime: it is killed as everything else.
  const start = () =>
    startServer({
      port: PORT,
      dataDir,
      command: "start",
      env: { SIMULATED_PROVIDER: "on", APP_API_KEYS: `demo:${APP_KEY}` },
    });
  let server = await start();
  try {
    const [owner, finance] = [await callerOf(request, "owner", dataDir), await callerOf(request, "finance", dataDir)];
    const bills = await owner.get("/transactions?type=bill_payment&channel=wallet&state=succeeded&size=20");
    const paid: Paid[] = bills.items.slice(0, 3);
    await beginPayments(request, (await owner.get("/user-management/users?status=active&tier=3&size=20")).items[0].id);
    const stillOpen = async () => (await owner.get("/transactions?state=pending,processing")).total;
    const open = await stillOpen();
    /** Every request that a round tried to decide, and whether that was acknowledged. */
    const decisions = new Map<string, boolean>();
    const movements: Movement[] = [];
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const money = await moneyCalls(round, { owner, finance }, paid, movements.slice(-2));
      const waiting = await owner.get("/kyc?state=pending&assignee=nobody&size=20");
      const deciding = waiting.items.slice(0, 5).map(async ({ id, version }: { id: string; version: number }) => {
        const answer = await owner.send("PATCH", `/kyc/${id}/decision`, {
          version,
          decision: "approved",
          checked: KYC_CHECKS,
        });
        decisions.set(id, decisions.get(id) || answer !== null);
      });
      const first = money.map((call) => call());
      // Sometimes at once, mostly when some are answered and others are under way, whatever the machine's pace.
      await answered((2 * round) % 7, [...deciding, ...first]);
      server = round % 2 ? await killPostgres(server, dataDir) : await killServer(server, start);
      await Promise.all(deciding);
      const answers = await Promise.all(first);
      // The same keys once more: the same answers where there had been one, and the work done where there had not.
      const again = await Promise.all(money.map((call) => call()));
      for (const [index, answer] of answers.entries()) {
        expect(again[index]).not.toBeNull();
        if (answer) expect([round, index, again[index]]).toEqual([round, index, answer]);
        if (answer) acknowledged++;
      }
      movements.push(again.at(-1));
    }
    expect(acknowledged).toBeGreaterThan(0);
    expect([...decisions.values()]).toContain(true);
    for (const [id, isAcknowledged] of decisions) {
      const { reference, state, timeline } = await owner.get(`/kyc/${id}`);
      const rows = timeline.filter(({ action }: { action: string }) => action === "kyc.decide").length;
      // Decided with its one audit row, or neither: whatever was acknowledged, and whatever was not.
      const isDecided = isAcknowledged || rows > 0 || state !== "pending";
      expect([reference, state, rows]).toEqual([reference, ...(isDecided ? ["approved", 1] : ["pending", 0])]);
    }

    for (const { id } of paid) {
      const transaction = await owner.get(`/transactions/${id}`);
      expect(transaction).toMatchObject({ state: "partially_refunded", refunded_amount: ROUNDS * NAIRA });
      expect(transaction.refunds).toHaveLength(ROUNDS);
      const backs = transaction.timeline.filter(({ action }: { action: string }) => action === "transaction.refund");
      expect(backs).toHaveLength(ROUNDS);
    }
    // Every one but the last was approved, once.
    const states = { posted: 0, awaiting_approval: 0 };
    for (const { state, note } of (await owner.get("/wallets/movements?size=50")).items)
      if (note.startsWith("Crash ")) states[state as keyof typeof states]++;
    expect(states).toEqual({ posted: ROUNDS - 1, awaiting_approval: 1 });
    // Lost answers and repeated starts have kept nobody from being reported, and nothing is reported twice.
    await expect.poll(stillOpen, { timeout: 60_000 }).toBeLessThan(open);
    expect(await owner.get("/wallets/ledger-check")).toMatchObject({ finished: true, total: 0, faults: [] });
    expect(await owner.get("/system-logs/audit-trails/verify")).toMatchObject({ finished: true, bad: null });
  } finally {
    await server.stop();
    removeDataDir();
  }
});

/**
 * Refunds of a naira each; the approval of the movement that waits, which posts it; and a new movement, the last one of
 * the list: two fund suspense, and the third takes the first of them back. Each can be called again, with its own key.
 */
async function moneyCalls(
  round: number,
  { owner, finance }: Record<"owner" | "finance", Caller>,
  paid: Paid[],
  movements: Movement[],
) {
  const calls: (() => Promise<Answer>)[] = [];
  const waiting = movements.at(-1);
  const before = movements.at(-2);
  for (const { id, amount } of paid) {
    const body = { amount: NAIRA, remaining: amount - round * NAIRA, reason: `Crash ${round}` };
    calls.push(() => finance.send("POST", `/transactions/${id}/refund`, body, `refund-${round}-${id}`));
  }
  if (waiting) {
    const url = `/approvals/${waiting.awaiting.approvalId}/decision`;
    calls.push(() => owner.send("PATCH", url, { decision: "approved" }, `approve-${waiting.id}`));
  }
  const note = `Crash ${round}`;
  const entry = round % 3 === 2 && before && (await owner.get(`/wallets/movements/${before.id}`)).entry_id;
  const fund = { kind: "fund", account: "suspense", amount: NAIRA, note, submit: true };
  calls.push(() =>
    entry
      ? finance.send("POST", `/wallets/entries/${entry}/reversal`, { note }, `movement-${round}`)
      : finance.send("POST", "/wallets/movements", fund, `movement-${round}`),
  );
  return calls;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

/** What the provider still has to report when the kills begin. */
async function beginPayments(request: APIRequestContext, userId: string) {
  const payment = {
    user_id: userId,
    type: "wallet_funding",
    method: "card",
    amount: 1_000 * NAIRA,
    description: "Crash",
  };
  for (let nth = 0; nth < BEGUN; nth++) {
    const headers = { authorization: `Bearer ${APP_KEY}`, "idempotency-key": `begin-payment-${nth}` };
    const answer = await request.post("/api/v1/app/payments", { headers, data: payment });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/** When so many of these are answered, well or badly. */
async function answered(count: number, calls: Promise<unknown>[]) {
  let answers = 0;
  await new Promise<void>((resolve) => {
    if (count === 0) resolve();
    for (const call of calls)
      call.then(() => {
        if (++answers >= count) resolve();
      });
  });
}

async function killServer(server: TestServer, start: () => Promise<TestServer>) {
  await server.kill();
  return start();
}

/** The server lives on, starts it again, and is ready without a restart of its own. */
async function killPostgres(server: TestServer, dataDir: string) {
  const pid = Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  for (const deadline = Date.now() + 10_000; ; await delay(50)) {
    const health = await fetch(`${server.url}/api/health`).catch(() => null);
    if (health?.ok) return server;
    if (Date.now() > deadline) throw new Error("The server is not ready ten seconds after PostgreSQL was killed.");
  }
}

/** The API as this account; `send` gives null where no good answer came. */
async function callerOf(request: APIRequestContext, account: "owner" | "finance", dataDir: string) {
  const since = Date.now();
  const credentials = { email: emailOf(account), password: "Demo-CrossRiver-2026" };
  const login = await request.post("/api/v1/auth/admin/login", { data: credentials });
  const { reference } = (await login.json()).data;
  const token = await latestCode(emailOf(account), since, dataDir);
  const verified = await request.patch("/api/v1/auth/admin/verify-token/sign-in", { data: { reference, token } });
  const authorization = `Bearer ${(await verified.json()).data.token}`;
  return {
    async get(url: string): Promise<Answer> {
      const answer = await request.get(`/api/v1${url}`, { headers: { authorization } });
      expect(answer.status(), `${url}: ${await answer.text()}`).toBe(200);
      return (await answer.json()).data;
    },
    async send(method: string, url: string, data: object, key?: string): Promise<Answer> {
      const headers = { authorization, ...(key && { "idempotency-key": key }) };
      const answer = await request.fetch(`/api/v1${url}`, { method, headers, data }).catch(() => null);
      if (!answer?.ok()) return null;
      return (await answer.json().catch(() => null))?.data ?? null;
    },
  };
}
