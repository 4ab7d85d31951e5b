// Slow: kills the server and PostgreSQL repeatedly.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { latestCode } from "./support/mail";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer, type TestServer } from "./support/server";
import { emailOf } from "./support/sign-in";
import { expect, test } from "./support/test";

const SERVER_PORT = testPort(10);
const SERVER_URL = `http://localhost:${SERVER_PORT}`;
/** Number of times that the test kills server and PostgreSQL, each time after a different number of responses (`waitForAnswers`). */
const CRASH_ROUNDS = process.env.STRESS ? 20 : 4;
const NAIRA_KOBO = 100;
const APP_KEY = "crash-key-".repeat(5);
/** Number of payments to begin: enough that the simulated provider, which reports 70% within a minute, reports some between the kills. */
const PAYMENTS_TO_BEGIN = 20;

type PaidBill = { id: string; amount: number };
type Movement = { id: string; awaiting: { approvalId: string } };
type ApiCaller = Awaited<ReturnType<typeof signInCaller>>;

/** Errors that the server returned to `send` (`signInCaller`), for messages of failed checks. */
const refusals: string[] = [];

test.describe.configure({ mode: "serial", timeout: 400_000 });
test.use({ baseURL: SERVER_URL });

test(`neither loses nor repeats a confirmed API call when server and PostgreSQL are killed ${CRASH_ROUNDS} times`, async ({
  request,
}) => {
  const { dataDir, removeDataDir } = makeDemoDir();
  // Runs the simulated provider in the server, so that it reports payments between the kills.
  const start = () =>
    startServer({
      port: SERVER_PORT,
      dataDir,
      command: "start",
      env: { SIMULATED_PROVIDER: "on", APP_API_KEYS: `demo:${APP_KEY}` },
    });
  let server = await start();
  try {
    const [owner, finance] = [
      await signInCaller(request, "owner", dataDir),
      await signInCaller(request, "finance", dataDir),
    ];
    const bills = await owner.get("/transactions?type=bill_payment&channel=wallet&state=succeeded&size=20");
    const paidBills: PaidBill[] = bills.items.slice(0, 3);
    await beginPayments(request, (await owner.get("/user-management/users?status=active&tier=3&size=20")).items[0].id);
    const countOpen = async () => (await owner.get("/transactions?state=pending,processing")).total;
    const openBefore = await countOpen();
    /** Approval requests whose decision was sent, by id; true if the server confirmed the decision. */
    const decisionsSent = new Map<string, boolean>();
    const movements: Movement[] = [];
    let acknowledgedCount = 0;
    for (let round = 0; round < CRASH_ROUNDS; round++) {
      const moneyRequests = await makeMoneyCalls(round, { owner, finance }, paidBills, movements.slice(-2));
      const waiting = await owner.get("/kyc?state=pending&assignee=nobody&size=20");
      const decisionCalls = waiting.items.slice(0, 5).map(async ({ id, version }: { id: string; version: number }) => {
        const answer = await owner.send("PATCH", `/kyc/${id}/decision`, {
          version,
          decision: "approved",
          checked: KYC_CHECKS,
        });
        decisionsSent.set(id, decisionsSent.get(id) || answer !== null);
      });
      const firstAnswers = moneyRequests.map((call) => call());
      // Kills after a number of responses instead of a time, so that calls are running on machines of any speed.
      await waitForAnswers((2 * round) % 7, [...decisionCalls, ...firstAnswers]);
      server = round % 2 ? await killPostgres(server, dataDir) : await killServer(server, start);
      await Promise.all(decisionCalls);
      const answers = await Promise.all(firstAnswers);
      // Repeats all calls with their idempotency keys: the server returns stored responses, and executes calls lost in the crash.
      const repeatedAnswers = await Promise.all(moneyRequests.map((call) => call()));
      for (const [index, answer] of answers.entries()) {
        expect(repeatedAnswers[index], `call ${index} of round ${round}; refused: ${refusals.join()}`).not.toBeNull();
        if (answer) expect([round, index, repeatedAnswers[index]]).toEqual([round, index, answer]);
        if (answer) acknowledgedCount++;
      }
      movements.push(repeatedAnswers.at(-1));
    }
    expect(acknowledgedCount).toBeGreaterThan(0);
    expect([...decisionsSent.values()]).toContain(true);
    for (const [id, isAcknowledged] of decisionsSent) {
      const { reference, state, timeline } = await owner.get(`/kyc/${id}`);
      const rows = timeline.filter(({ action }: { action: string }) => action === "kyc.decide").length;
      // A confirmed decision has exactly one audit row. An unconfirmed one has one row too, unless its request is still pending.
      const isDecided = isAcknowledged || rows > 0 || state !== "pending";
      expect([reference, state, rows]).toEqual([reference, ...(isDecided ? ["approved", 1] : ["pending", 0])]);
    }

    for (const { id } of paidBills) {
      const transaction = await owner.get(`/transactions/${id}`);
      expect(transaction).toMatchObject({ state: "partially_refunded", refunded_amount: CRASH_ROUNDS * NAIRA_KOBO });
      expect(transaction.refunds).toHaveLength(CRASH_ROUNDS);
      const refundEntries = transaction.timeline.filter(
        ({ action }: { action: string }) => action === "transaction.refund",
      );
      expect(refundEntries).toHaveLength(CRASH_ROUNDS);
    }
    // Every manual transfer ("movement") except the last was approved and posted exactly once.
    const states = { posted: 0, awaiting_approval: 0 };
    for (const { state, note } of (await owner.get("/wallets/movements?size=50")).items)
      if (note.startsWith("Crash ")) states[state as keyof typeof states]++;
    expect(states).toEqual({ posted: CRASH_ROUNDS - 1, awaiting_approval: 1 });
    // The simulated provider still reports results of payments after the restarts.
    await expect.poll(countOpen, { timeout: 60_000 }).toBeLessThan(openBefore);
    expect(await owner.get("/wallets/ledger-check")).toMatchObject({ finished: true, total: 0, faults: [] });
    // Verifies the audit trail in several calls: a call has a time limit and may verify only a part, and the next call continues.
    let verification = { checked: 0, finished: false, bad: null };
    while (!verification.finished)
      verification = await owner.get(`/system-logs/audit-trails/verify?after=${verification.checked}`);
    expect(verification.bad).toBeNull();
  } finally {
    await server.stop();
    removeDataDir();
  }
});

/**
 * Returns the calls of a round: refunds of ₦1, the approval of the pending manual transfer, and a request for the next one. Two
 * transfers fund suspense, every third one reverses an earlier one. Each call has an idempotency key, so that it can be repeated.
 */
async function makeMoneyCalls(
  round: number,
  { owner, finance }: Record<"owner" | "finance", ApiCaller>,
  paidBills: PaidBill[],
  movements: Movement[],
) {
  const calls: (() => Promise<ApiData>)[] = [];
  const waiting = movements.at(-1);
  const earlierMovement = movements.at(-2);
  for (const { id, amount } of paidBills) {
    const body = { amount: NAIRA_KOBO, remaining: amount - round * NAIRA_KOBO, reason: `Crash ${round}` };
    calls.push(() => finance.send("POST", `/transactions/${id}/refund`, body, `refund-${round}-${id}`));
  }
  if (waiting) {
    const url = `/approvals/${waiting.awaiting.approvalId}/decision`;
    calls.push(() => owner.send("PATCH", url, { decision: "approved" }, `approve-${waiting.id}`));
  }
  const note = `Crash ${round}`;
  const entry =
    round % 3 === 2 && earlierMovement && (await owner.get(`/wallets/movements/${earlierMovement.id}`)).entry_id;
  const fundInput = { kind: "fund", account: "suspense", amount: NAIRA_KOBO, note, submit: true };
  calls.push(() =>
    entry
      ? finance.send("POST", `/wallets/entries/${entry}/reversal`, { note }, `movement-${round}`)
      : finance.send("POST", "/wallets/movements", fundInput, `movement-${round}`),
  );
  return calls;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type ApiData = any;

/** Begins payments whose results the simulated provider reports only after the test has started to kill the server. */
async function beginPayments(request: APIRequestContext, userId: string) {
  const payment = {
    user_id: userId,
    type: "wallet_funding",
    method: "card",
    amount: 1_000 * NAIRA_KOBO,
    description: "Crash",
  };
  for (let paymentIndex = 0; paymentIndex < PAYMENTS_TO_BEGIN; paymentIndex++) {
    const headers = { authorization: `Bearer ${APP_KEY}`, "idempotency-key": `begin-payment-${paymentIndex}` };
    const answer = await request.post("/api/v1/app/payments", { headers, data: payment });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/** Resolves when `count` of these API calls have succeeded or failed. */
async function waitForAnswers(count: number, calls: Promise<unknown>[]) {
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

/**
 * Kills PostgreSQL, and waits until the running server has restarted it and is ready again. Waits for the new process too: the health
 * check may return a result from before the kill.
 */
async function killPostgres(server: TestServer, dataDir: string) {
  const killed = readPostgresState(dataDir);
  process.kill(killed.pid, "SIGKILL");
  const isReady = async () => {
    const { pid, state } = readPostgresState(dataDir);
    return pid !== killed.pid && state === "ready" && (await fetch(`${server.url}/api/health`)).ok;
  };
  await expect.poll(isReady, { intervals: [50], timeout: 10_000 }).toBe(true);
  return server;
}

/** Reads process id and state from PostgreSQL's `postmaster.pid`. The file is incomplete while PostgreSQL starts. */
function readPostgresState(dataDir: string): { pid: number; state: string } {
  const file = path.join(dataDir, "postgres/postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return { pid: Number(lines[0]), state: lines[7]?.trim() ?? "" };
}

/** Returns functions that call the API with this account. `send` returns null for an error or a lost response. */
async function signInCaller(request: APIRequestContext, account: "owner" | "finance", dataDir: string) {
  const startedAt = Date.now();
  const credentials = { email: emailOf(account), password: "Demo-CrossRiver-2026" };
  const login = await request.post("/api/v1/auth/admin/login", { data: credentials });
  const { reference } = (await login.json()).data;
  const token = await latestCode(emailOf(account), startedAt, dataDir);
  const verified = await request.patch("/api/v1/auth/admin/verify-token/sign-in", { data: { reference, token } });
  const authorization = `Bearer ${(await verified.json()).data.token}`;
  return {
    async get(url: string): Promise<ApiData> {
      const answer = await request.get(`/api/v1${url}`, { headers: { authorization } });
      expect(answer.status(), `${url}: ${await answer.text()}`).toBe(200);
      return (await answer.json()).data;
    },
    async send(method: string, url: string, data: object, key?: string): Promise<ApiData> {
      const headers = { authorization, ...(key && { "idempotency-key": key }) };
      const answer = await request.fetch(`/api/v1${url}`, { method, headers, data }).catch(() => null);
      if (answer && !answer.ok()) refusals.push(`${url}: ${await answer.text().catch(String)}`);
      if (!answer?.ok()) return null;
      return (await answer.json().catch(() => null))?.data ?? null;
    },
  };
}
