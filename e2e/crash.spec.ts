// Slow: kills the server and PostgreSQL repeatedly.
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
/** Kills after 0, 2, 4 and 6 responses. STRESS=1: 20 kills, after every number of responses. */
const ROUNDS = process.env.STRESS ? 20 : 4;
const NAIRA = 100;
const APP_KEY = "crash-key-".repeat(5);
/** Enough payments that the simulated provider reports some within a minute: seven in ten are due by then. */
const BEGUN = 20;

type Paid = { id: string; amount: number };
type Movement = { id: string; awaiting: { approvalId: string } };
type Caller = Awaited<ReturnType<typeof callerOf>>;

test.describe.configure({ mode: "serial", timeout: 400_000 });
test.use({ baseURL: BASE });

test(`loses and repeats nothing acknowledged when server and PostgreSQL are killed ${ROUNDS} times amid decisions and payments`, async ({
  request,
}) => {
  const { dataDir, removeDataDir } = makeDemoDir();
  // The simulated provider reports payments during the kills. It runs in the server, so it is killed too.
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
    /** Requests that any round tried to decide, and whether a decision was acknowledged. */
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
      // Some rounds kill immediately, most when some calls are answered and others still run, at any speed of the machine.
      await answered((2 * round) % 7, [...deciding, ...first]);
      server = round % 2 ? await killPostgres(server, dataDir) : await killServer(server, start);
      await Promise.all(deciding);
      const answers = await Promise.all(first);
      // Repeats all calls with the same idempotency keys: the server repeats earlier responses and runs lost calls now.
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
      // An acknowledged decision has exactly one audit row. Any other has one as well, or the request is still pending.
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
    // Every movement except the last was approved and posted once.
    const states = { posted: 0, awaiting_approval: 0 };
    for (const { state, note } of (await owner.get("/wallets/movements?size=50")).items)
      if (note.startsWith("Crash ")) states[state as keyof typeof states]++;
    expect(states).toEqual({ posted: ROUNDS - 1, awaiting_approval: 1 });
    // Despite lost responses and restarts, payments are reported, each once.
    await expect.poll(stillOpen, { timeout: 60_000 }).toBeLessThan(open);
    expect(await owner.get("/wallets/ledger-check")).toMatchObject({ finished: true, total: 0, faults: [] });
    expect(await owner.get("/system-logs/audit-trails/verify")).toMatchObject({ finished: true, bad: null });
  } finally {
    await server.stop();
    removeDataDir();
  }
});

/**
 * Returns the calls of a round: refunds of ₦1 each, the approval of the waiting movement, and last a new movement. Two movements
 * fund suspense, every third one reverses an earlier one. Each call has its own idempotency key, so it can be repeated.
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

/** Begins payments that the provider still has to report when the kills begin. */
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

/** Resolves when `count` of these calls have succeeded or failed. */
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

/** Kills PostgreSQL: the server keeps running, restarts it, and is ready again. */
async function killPostgres(server: TestServer, dataDir: string) {
  const pid = Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  for (const deadline = Date.now() + 10_000; ; await delay(50)) {
    const health = await fetch(`${server.url}/api/health`).catch(() => null);
    if (health?.ok) return server;
    if (Date.now() > deadline) throw new Error("The server is not ready ten seconds after PostgreSQL was killed.");
  }
}

/** Returns functions that call the API as this account; `send` returns null without a successful response. */
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
