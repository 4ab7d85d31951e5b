import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS, MAX_KOBO } from "@/lib/contract/ledger.values";
import { parseNaira } from "@/lib/contract/money.values";
import { MOVEMENT_AMOUNT_MAX, MOVEMENT_BALANCE_MAX } from "@/lib/contract/system-wallet.values";
import { addDays, startOfDay } from "@/lib/server/base/time";
import { expireApprovals } from "./approvals/request-approval";
import { approvals } from "./db/schema/approvals";
import { walletMovements } from "./db/schema/system-wallet";
import { verifyLedger } from "./ledger/verify";
import { checkLedger } from "./system-wallet/check-ledger";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "./testing/app";
import { listTotalOfLink } from "./testing/home";
import { balanceOf, fundAccount, moveMoney } from "./testing/ledger";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let financeAdmin: TestAdmin;
let owner: TestAdmin;
let keys = 0;
beforeAll(async () => {
  app = await startTestApp();
  financeAdmin = await makeAdmin(app, { firstName: "Ngozi" });
  owner = await makeAdmin(app, { firstName: "Ekaette" });
  await fundAccount(app.db, IDS.grants_pool, 1_000_000);
  await fundAccount(app.db, IDS.promotions_pool, 300_000);
});
beforeEach(async () => {
  for (const { id } of await app.db.select().from(approvals).where(eq(approvals.state, "waiting")))
    await app.db.update(approvals).set({ state: "rejected" }).where(eq(approvals.id, id));
});
afterAll(() => app.stop());

const idempotencyHeader = (value = `test-key-${++keys}`) => ({ "idempotency-key": value });
const fetchAs = async (path: string, actor = financeAdmin) => app.call("GET", path, { token: actor.token });
const list = async (path: string) => (await fetchAs(path)).json.data;
/** Change in the history of a manual transfer whose request expired or was withdrawn. */
const CANCELLED_CHANGE = { field: "state", before: "awaiting_approval", after: "cancelled" };
const WITHDRAWAL_INPUT = { kind: "withdraw", account: "grants_pool", amount: 40_000, note: "Paid to the bank" };
const create = (body: object = {}, { by: actor = financeAdmin, headers = idempotencyHeader() } = {}) =>
  app.call("POST", "/wallets/movements", {
    token: actor.token,
    headers,
    body: { ...WITHDRAWAL_INPUT, submit: true, ...body },
  });
const decideApproval = (approvalId: string, decision: string, actor = owner) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    token: actor.token,
    headers: idempotencyHeader(),
    body: { decision, reason: decision === "rejected" ? "Not this month." : undefined },
  });
const approvalIdOf = async (movementId: string): Promise<string> =>
  (await fetchAs(`/wallets/movements/${movementId}`)).json.data.awaiting.approvalId;
const decide = async (movementId: string, decision: string, actor = owner) =>
  decideApproval(await approvalIdOf(movementId), decision, actor);
const patch = (movementId: string, subPath: string, body: object, actor = financeAdmin) =>
  app.call("PATCH", `/wallets/movements/${movementId}${subPath}`, {
    token: actor.token,
    headers: idempotencyHeader(),
    body,
  });
const stateOf = async (id: string) =>
  (await app.db.select().from(walletMovements).where(eq(walletMovements.id, id)))[0]?.state;
const fetchAccount = async (name: string) =>
  (await list("/wallets/accounts")).items.find((each: { account: string }) => each.account === name);

describe("manual transfer", () => {
  it("a manual transfer is posted only when another admin approves it", async () => {
    const before = await fetchAccount("grants_pool");
    const answer = await create();
    expect(answer.status).toBe(200);
    const movement = answer.json.data;
    expect(movement).toMatchObject({
      reference: expect.stringMatching(/^WAL-\d{6}$/),
      state: "awaiting_approval",
      awaiting: {
        change: "Withdraw ₦400.00 from Grants pool, paid out of the settlement float",
        approvers: [{ id: owner.id, name: owner.name, email: owner.email }],
      },
    });
    expect((await app.audit())[0]).toMatchObject({ action: "systemWallet.createMovement", recordId: movement.id });
    expect(await fetchAccount("grants_pool")).toMatchObject({
      balance: before.balance,
      available: before.balance - 40_000,
      waiting: 1,
    });
    expect((await decide(movement.id, "approved", financeAdmin)).status).toBe(403);
    expect((await decide(movement.id, "approved")).status).toBe(200);
    const posted = (await fetchAs(`/wallets/movements/${movement.id}`)).json.data;
    expect(posted).toMatchObject({ state: "posted", decided_by: { id: owner.id }, awaiting: null });
    expect((await fetchAccount("grants_pool")).balance).toBe(before.balance - 40_000);
    const [newest] = (await list("/wallets/accounts/grants_pool/statement")).items;
    expect(newest).toMatchObject({
      kind: "withdraw",
      amount: -40_000,
      balance_after: before.balance - 40_000,
      entry_id: posted.entry_id,
    });
    const entry = (await fetchAs(`/wallets/entries/${posted.entry_id}`)).json.data;
    expect(entry.postings).toMatchObject([
      { account: "grants_pool", amount: -40_000 },
      { account: "settlement_float", amount: 40_000 },
    ]);
    expect((await app.audit())[0]).toMatchObject({ action: "approvals.decide", recordId: movement.id });
  });

  it("the ledger entry of a manual transfer shows a user's balance only to admins who may read users", async () => {
    const user = await makeUser(app);
    const { entry } = await moveMoney(app.db, IDS.suspense, user.id, 700);
    const fetchPostings = async (actor: TestAdmin) =>
      (await fetchAs(`/wallets/entries/${entry.id}`, actor)).json.data.postings;
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
    const suspense = { account: "suspense", amount: -700, balance_after: await balanceOf(app.db, IDS.suspense) };
    const wallet = { account: null, name: `${user.firstName} ${user.lastName}'s wallet`, amount: 700 };
    expect(await fetchPostings(reader)).toMatchObject([suspense, { ...wallet, balance_after: null }]);
    expect(await fetchPostings(financeAdmin)).toMatchObject([suspense, { ...wallet, balance_after: 700 }]);
  });

  it.each([
    ["fund", { kind: "fund", account: "suspense" }, { suspense: 40_000, settlement_float: 40_000 }],
    [
      "transfer",
      { kind: "transfer", account: "promotions_pool", to_account: "grants_pool" },
      { promotions_pool: -40_000, grants_pool: 40_000 },
    ],
    [
      "adjust up",
      { kind: "adjust", account: "settlement_float", direction: "increase" },
      { settlement_float: 40_000, suspense: 40_000 },
    ],
    [
      "adjust down",
      { kind: "adjust", account: "promotions_pool", direction: "decrease" },
      { promotions_pool: -40_000, suspense: 40_000 },
    ],
  ] as const)("a manual transfer posts both of its sides: %s", async (_, body, changes) => {
    const accounts = Object.keys(changes) as (keyof typeof IDS)[];
    const before = await Promise.all(accounts.map((name) => balanceOf(app.db, IDS[name])));
    const movement = (await create(body)).json.data;
    expect((await decide(movement.id, "approved")).status).toBe(200);
    const after = await Promise.all(accounts.map((name) => balanceOf(app.db, IDS[name])));
    expect(after.map((each, index) => each - (before[index] ?? 0))).toEqual(Object.values(changes));
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a manual transfer is created once per Idempotency-Key, and refused without a key", async () => {
    const headers = idempotencyHeader();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({}, { headers })));
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    const withoutKey = await create({}, { headers: {} as never });
    expect(withoutKey).toMatchObject({ status: 400, json: { message: expect.stringContaining("Idempotency-Key") } });
  });

  it("a manual transfer is refused for more than is available, also for concurrent requests", async () => {
    const { available } = await fetchAccount("promotions_pool");
    const body = { account: "promotions_pool", amount: available };
    const answers = await Promise.all([create(body), create(body), create(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.message).toContain("Promotions pool holds");
  });

  it("a manual transfer is accepted although another account lacks money for its own requests", async () => {
    const { available } = await fetchAccount("promotions_pool");
    const waiting = (await create({ account: "promotions_pool", amount: available })).json.data;
    // Since the request, the account has spent the money on something else.
    const withdrawnAmount = -Math.ceil(available / 2);
    await fundAccount(app.db, IDS.promotions_pool, withdrawnAmount);
    expect((await fetchAccount("promotions_pool")).available).toBeLessThan(0);
    expect((await create({ kind: "fund", account: "promotions_pool", amount: 100 })).status).toBe(200);
    expect((await create({ kind: "fund", account: "grants_pool", amount: 100 })).status).toBe(200);
    expect((await create({ account: "promotions_pool", amount: 100 })).status).toBe(409);
    expect((await decide(waiting.id, "approved")).status).toBe(409);
    await fundAccount(app.db, IDS.promotions_pool, -withdrawnAmount);
  });

  it.each([
    ["an amount of 0", { amount: 0 }, "amount"],
    ["a fraction of a kobo", { amount: 1.5 }, "amount"],
    ["more than one movement moves", { amount: MOVEMENT_AMOUNT_MAX + 1 }, "amount"],
    [
      "all that numbers hold",
      { kind: "transfer", account: "suspense", to_account: "grants_pool", amount: MAX_KOBO },
      "amount",
    ],
    ["no note", { note: " " }, "note"],
    ["an account that can't be funded", { kind: "fund", account: "fee_income" }, "account"],
    ["a transfer to nowhere", { kind: "transfer" }, "to_account"],
    ["a transfer to itself", { kind: "transfer", to_account: "grants_pool" }, "to_account"],
    ["an adjustment without a direction", { kind: "adjust" }, "direction"],
    ["a state in the input", { state: "posted" }, ""],
  ])("a manual transfer is refused for %s", async (_, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields ?? {})).toEqual(field ? [field] : []);
  });

  it.each([
    ["out of", { kind: "transfer", account: "suspense", to_account: "grants_pool", amount: 40_000 }, -1],
    ["into", { kind: "adjust", account: "promotions_pool", direction: "decrease", amount: 40_000 }, 1],
  ])(
    "a manual transfer %s an account is refused if the balance would exceed the range of exact integers; the accounts stay readable",
    async (_, body, sign) => {
      const roomLeft = sign * MOVEMENT_BALANCE_MAX - (await balanceOf(app.db, IDS.suspense));
      const counterAccount = sign < 0 ? IDS.fee_income : IDS.settlement_float;
      await moveMoney(app.db, counterAccount, IDS.suspense, roomLeft - sign * 60_000);
      const asked = (await create(body)).json.data;
      expect(asked.state).toBe("awaiting_approval");
      const second = await create(body);
      expect(second).toMatchObject({ status: 409, json: { message: expect.stringContaining("kept within") } });
      // A manual transfer in the opposite direction is allowed despite the pending request.
      const reversed = {
        kind: "adjust",
        account: "promotions_pool",
        direction: sign < 0 ? "decrease" : "increase",
        amount: 1,
      };
      expect((await create(reversed)).status).toBe(200);
      expect((await fetchAs("/wallets/accounts")).status).toBe(200);
      await moveMoney(app.db, IDS.suspense, counterAccount, roomLeft - sign * 60_000);
    },
  );

  it("a manual transfer is refused on approval if an account would exceed its maximum, and stays pending", async () => {
    const { id } = (await create({ kind: "fund", account: "suspense" })).json.data;
    const rest = MAX_KOBO - 39_999 - (await balanceOf(app.db, IDS.settlement_float));
    await fundAccount(app.db, IDS.fee_income, rest);
    expect(await decide(id, "approved")).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Settlement float can't hold more than ₦90,071,992,547,409.91") },
    });
    expect(await stateOf(id)).toBe("awaiting_approval");
    await fundAccount(app.db, IDS.fee_income, -rest);
    expect((await decide(id, "approved")).status).toBe(200);
  });

  it("a manual transfer is rejected with a reason and moves nothing", async () => {
    const before = await balanceOf(app.db, IDS.grants_pool);
    const { id } = (await create()).json.data;
    expect((await decide(id, "rejected")).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({
      action: "approvals.decide",
      recordId: id,
      before: { approval: "waiting", state: "awaiting_approval" },
      after: { approval: "rejected", state: "rejected", reason: "Not this month." },
    });
    expect(await stateOf(id)).toBe("rejected");
    expect(await balanceOf(app.db, IDS.grants_pool)).toBe(before);
    expect((await list("/wallets/movements?state=rejected")).items[0]).toMatchObject({
      id,
      decided_by: { id: owner.id },
    });
  });

  it("a manual transfer is cancelled when its request expires", async () => {
    const { id } = (await create()).json.data;
    await app.db
      .update(approvals)
      .set({ expiresAt: new Date(0) })
      .where(eq(approvals.recordId, id));
    await expireApprovals(app.db);
    expect(await stateOf(id)).toBe("cancelled");
    const [lastEvent] = (await fetchAs(`/wallets/movements/${id}`)).json.data.timeline;
    expect(lastEvent).toMatchObject({ action: "approvals.expire", by: null });
    expect(lastEvent.changes).toContainEqual({
      field: "reason",
      before: null,
      after: "Nobody decided it within 7 days.",
    });
    expect(lastEvent.changes).toContainEqual(CANCELLED_CHANGE);
    await expireApprovals(app.db);
    expect(
      (await app.audit()).filter(({ action, recordId }) => action === "approvals.expire" && recordId === id),
    ).toHaveLength(1);
    expect((await fetchAs("/system-logs/audit-trails/verify", owner)).json.data).toMatchObject({ bad: null });
  });

  it("a manual transfer counts as cancelled if its request has expired, even before the scheduled task saves that", async () => {
    const before = await fetchAccount("grants_pool");
    const { id, version } = (await create()).json.data;
    await app.db
      .update(approvals)
      .set({ expiresAt: new Date(0) })
      .where(eq(approvals.recordId, id));
    expect(await fetchAccount("grants_pool")).toEqual(before);
    expect(await stateOf(id)).toBe("awaiting_approval");
    expect((await fetchAs(`/wallets/movements/${id}`)).json.data).toMatchObject({ state: "cancelled", awaiting: null });
    const ids = async (state: string) =>
      (await list(`/wallets/movements?state=${state}`)).items.map((each: { id: string }) => each.id);
    expect(await ids("cancelled")).toContain(id);
    expect(await ids("awaiting_approval")).not.toContain(id);
    expect(await patch(id, "/cancellation", { version })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("is cancelled"), current: { state: "cancelled" } },
    });
  });

  it.each([
    [
      "suspended",
      "rp.setAdminStatus",
      (id: string) =>
        app.call("PATCH", "/users/admin/status-update", {
          token: owner.token,
          body: { admin_id: id, status: "suspended" },
        }),
    ],
    [
      "deleted",
      "rp.deleteAdmins",
      (id: string) => app.call("DELETE", "/users/admin/bulk", { token: owner.token, body: { accounts: [id] } }),
    ],
  ])(
    "a manual transfer is cancelled if its requester is %s; its history states the reason",
    async (endedHow, action, endAccess) => {
      const leavingAdmin = await makeAdmin(app);
      const { id } = (await create({}, { by: leavingAdmin })).json.data;
      expect((await endAccess(leavingAdmin.id)).status).toBe(200);
      expect(await stateOf(id)).toBe("cancelled");
      const [lastEvent] = (await fetchAs(`/wallets/movements/${id}`)).json.data.timeline;
      expect(lastEvent).toMatchObject({ action, by: { id: owner.id } });
      expect(lastEvent.changes).toContainEqual({
        field: "reason",
        before: null,
        after: `The admin who requested it was ${endedHow}.`,
      });
      expect(lastEvent.changes).toContainEqual(CANCELLED_CHANGE);
    },
  );

  it("a manual transfer can be withdrawn only by its requester", async () => {
    const { id, version } = (await create()).json.data;
    expect((await patch(id, "/cancellation", { version }, owner)).status).toBe(403);
    expect((await patch(id, "/cancellation", { version: version + 1 })).status).toBe(409);
    expect((await patch(id, "/cancellation", { version })).json.data).toMatchObject({
      state: "cancelled",
      awaiting: null,
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "systemWallet.cancelMovement",
      recordId: id,
      before: { state: "awaiting_approval" },
      after: { state: "cancelled" },
    });
    expect((await patch(id, "/cancellation", { version: version + 1 })).status).toBe(409);
  });

  it("a manual transfer is posted once when two admins approve it concurrently", async () => {
    const third = await makeAdmin(app);
    const before = await balanceOf(app.db, IDS.grants_pool);
    const { id } = (await create()).json.data;
    // Reads the id of the approval request before the decision, because a decided manual transfer has no pending one.
    const approval = await approvalIdOf(id);
    const parallelDecisions = [decideApproval(approval, "approved"), decideApproval(approval, "approved", third)];
    const answers = await Promise.all(parallelDecisions);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balanceOf(app.db, IDS.grants_pool)).toBe(before - 40_000);
  });

  it("a manual transfer needs the create right to request, approve to decide and read to view", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
    expect((await create({}, { by: reader })).status).toBe(403);
    const { id } = (await create()).json.data;
    expect((await decide(id, "approved", reader)).status).toBe(403);
    expect((await fetchAs("/wallets/movements", reader)).status).toBe(200);
  });
});

describe("draft", () => {
  it("a draft of a manual transfer posts nothing, can be changed by its creator, and can then be submitted for approval", async () => {
    const draft = (await create({ submit: false })).json.data;
    expect(draft).toMatchObject({ state: "draft", awaiting: null });
    const { id, version } = draft;
    const body = { ...WITHDRAWAL_INPUT, amount: 50_000, version };
    expect((await patch(id, "", body, owner)).status).toBe(403);
    const changedMovement = (await patch(id, "", body)).json.data;
    expect(changedMovement).toMatchObject({ amount: 50_000, version: version + 1 });
    const staleChange = await patch(id, "", body);
    expect(staleChange).toMatchObject({ status: 409, json: { current: { version: version + 1 } } });
    const asked = (await patch(id, "/submission", { version: version + 1 })).json.data;
    expect(asked.state).toBe("awaiting_approval");
    expect((await patch(id, "", { ...body, version: asked.version })).status).toBe(409);
    const { timeline } = (await fetchAs(`/wallets/movements/${id}`)).json.data;
    expect(timeline.map(({ action }: { action: string }) => action)).toEqual([
      "systemWallet.submitMovement",
      "systemWallet.updateMovement",
      "systemWallet.createMovement",
    ]);
  });

  it("the database rejects posting a draft of a manual transfer, and reopening a cancelled one", async () => {
    const { id } = (await create({ submit: false })).json.data;
    await expect(
      app.db.update(walletMovements).set({ state: "posted", entryId: id }).where(eq(walletMovements.id, id)),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("can't go from draft to posted") } });
    await app.db.update(walletMovements).set({ state: "cancelled" }).where(eq(walletMovements.id, id));
    await expect(
      app.db.update(walletMovements).set({ state: "draft" }).where(eq(walletMovements.id, id)),
    ).rejects.toThrow();
  });

  it("the database rejects changes of a manual transfer once it is requested or posted", async () => {
    const { id } = (await create()).json.data;
    const insertMovement = (values: Partial<typeof walletMovements.$inferInsert>) =>
      app.db.update(walletMovements).set(values).where(eq(walletMovements.id, id));
    for (const values of [
      { amount: 1 },
      { account: "suspense" as const },
      { note: "Other" },
      { requestedBy: owner.id },
    ])
      await expect(insertMovement(values)).rejects.toMatchObject({ cause: { message: "only a draft can be changed" } });
    // The ledger entry of a posted manual transfer must exist.
    await expect(insertMovement({ state: "posted", entryId: id })).rejects.toMatchObject({ cause: { code: "23503" } });
    const request = eq(approvals.recordId, id);
    // The requester may not decide their own request.
    await expect(
      app.db.update(approvals).set({ state: "approved", decidedBy: financeAdmin.id }).where(request),
    ).rejects.toMatchObject({ cause: { constraint: "approvals_four_eyes" } });
    await decide(id, "approved");
    await expect(insertMovement({ amount: 1 })).rejects.toThrow();
    // A decision can't be reverted.
    await expect(app.db.update(approvals).set({ state: "waiting" }).where(request)).rejects.toMatchObject({
      cause: { constraint: "approvals_transition" },
    });
  });
});

describe("reversal of an entry", () => {
  const posted = async () => {
    const { id } = (await create({ kind: "fund", account: "suspense" })).json.data;
    await decide(id, "approved");
    return (await fetchAs(`/wallets/movements/${id}`)).json.data.entry_id as string;
  };
  const reverse = (entryId: string) =>
    app.call("POST", `/wallets/entries/${entryId}/reversal`, {
      token: financeAdmin.token,
      headers: idempotencyHeader(),
      body: { note: "Booked twice" },
    });

  it("a reversal of a ledger entry needs another admin's approval, is linked to its entry, and is posted once", async () => {
    const entryId = await posted();
    const before = await balanceOf(app.db, IDS.suspense);
    const movement = (await reverse(entryId)).json.data;
    expect(movement).toMatchObject({ kind: "reversal", state: "awaiting_approval", reverses_entry_id: entryId });
    expect((await fetchAs(`/wallets/entries/${entryId}`)).json.data.awaiting_reversal).toBe(movement.id);
    expect((await reverse(entryId)).status).toBe(409);
    expect((await decide(movement.id, "approved")).status).toBe(200);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before - 40_000);
    const entry = (await fetchAs(`/wallets/entries/${entryId}`)).json.data;
    const reversal = (await fetchAs(`/wallets/entries/${entry.reversed_by}`)).json.data;
    expect(reversal).toMatchObject({ kind: "reversal", reversal_of: entryId });
    expect((await reverse(entryId)).json.message).toBe("This entry is reversed already.");
    expect((await reverse(entry.reversed_by)).status).toBe(409);
    const [, original] = (await list("/wallets/accounts/suspense/statement")).items;
    expect(original).toMatchObject({ entry_id: entryId, is_reversed: true });
  });

  it("a reversal of a ledger entry is created once for concurrent requests, and the others are refused", async () => {
    const entryId = await posted();
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(entryId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const { json } of answers.filter(({ status }) => status === 409))
      expect(json.message).toBe("A reversal of this entry already waits for approval.");
  });

  it("a reversal of a ledger entry can be requested again as soon as its request has expired", async () => {
    const entryId = await posted();
    const first = (await reverse(entryId)).json.data;
    await app.db
      .update(approvals)
      .set({ expiresAt: new Date(0) })
      .where(eq(approvals.recordId, first.id));
    expect((await fetchAs(`/wallets/entries/${entryId}`)).json.data.awaiting_reversal).toBeNull();
    const second = await reverse(entryId);
    expect(second.status).toBe(200);
    expect(await stateOf(first.id)).toBe("cancelled");
    const [lastEvent] = (await fetchAs(`/wallets/movements/${first.id}`)).json.data.timeline;
    expect(lastEvent).toMatchObject({ action: "approvals.expire", by: null });
    expect((await decide(second.json.data.id, "approved")).status).toBe(200);
  });

  it("a reversal of a ledger entry can be requested again after it was rejected", async () => {
    const entryId = await posted();
    const first = (await reverse(entryId)).json.data;
    await decide(first.id, "rejected");
    expect((await reverse(entryId)).status).toBe(200);
  });
});

it("an export of manual transfers contains those that match the filter, for admins with the export right", async () => {
  const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
  const createMovement = (actor: TestAdmin) =>
    app.call("POST", "/wallets/movements/export", { token: actor.token, body: { state: "posted", kind: "fund" } });
  expect((await createMovement(reader)).status).toBe(403);
  const created = await createMovement(financeAdmin);
  const { items } = await list("/wallets/movements?state=posted&kind=fund&size=100");
  expect(items.length).toBeGreaterThan(0);
  expect(created.json.data.rows).toBe(items.length);
  const file = await app.call("GET", `/exports/${created.json.data.token}`, { token: financeAdmin.token });
  const lines = (await (file.json as Blob).text()).trim().split("\r\n");
  expect(lines).toHaveLength(items.length + 1);
  items.forEach(({ reference }: { reference: string }, index: number) => {
    expect(lines[index + 1]).toContain(`"${reference}",fund,"Fund",posted,"Posted",suspense,"Suspense",,,,,400.00,`);
  });
});

describe("statement", () => {
  it("an account statement filters by kind, direction, amount, day and reference, sorts and pages", async () => {
    const path = "/wallets/accounts/grants_pool/statement";
    const fullStatement = await list(`${path}?size=20`);
    const oldest = (await list(`${path}?sort=posted_at`)).items;
    expect(oldest.map(({ id }: { id: string }) => id)).toEqual(
      fullStatement.items.map(({ id }: { id: string }) => id).reverse(),
    );
    for (const [query, rowMatches] of [
      ["direction=out", (row: { amount: number }) => row.amount < 0],
      ["direction=in", (row: { amount: number }) => row.amount > 0],
      ["kind=withdraw", (row: { kind: string }) => row.kind === "withdraw"],
      ["min=5000", (row: { amount: number }) => Math.abs(row.amount) >= 500_000],
      ["max=400.00", (row: { amount: number }) => Math.abs(row.amount) <= 40_000],
    ] as const) {
      const expected = fullStatement.items.filter(rowMatches as never);
      expect(expected.length).toBeGreaterThan(0);
      expect((await list(`${path}?${query}`)).items).toEqual(expected);
    }
    expect((await list(`${path}?to=2020-01-01`)).items).toEqual([]);
    const [{ entry_id }] = fullStatement.items;
    expect((await list(`${path}?q=${entry_id}`)).items).toHaveLength(1);
    expect((await fetchAs(`${path}?min=abc`)).status).toBe(400);
    expect((await fetchAs("/wallets/accounts/nobody/statement")).status).toBe(400);
  });

  it("an account statement lists money in, money out and the closing balance of each day", async () => {
    const { items } = await list("/wallets/accounts/grants_pool/closing-balances?days=3");
    expect(items).toHaveLength(3);
    expect(items[0].closing).toBe(await balanceOf(app.db, IDS.grants_pool));
    expect(items[0].came + items[0].went).toBe(items[0].closing);
    expect(items[2]).toMatchObject({ came: 0, went: 0, closing: 0 });
  });

  it("an account statement lists closing balances of any period of up to 92 days", async () => {
    const path = "/wallets/accounts/grants_pool/closing-balances";
    const [today] = (await list(`${path}?days=1`)).items;
    const { items } = await list(`${path}?from=2026-02-26&to=2026-03-02`);
    expect(items.map(({ day }: { day: string }) => day)).toEqual([
      "2026-03-02",
      "2026-03-01",
      "2026-02-28",
      "2026-02-27",
      "2026-02-26",
    ]);
    expect((await list(`${path}?from=${today.day}`)).items).toEqual([today]);
    expect((await list(`${path}?to=${today.day}`)).items).toEqual((await list(path)).items);
    for (const [query, field] of [
      ["from=2026-03-02&to=2026-03-01", "from"],
      ["from=2026-01-01&to=2026-04-03", "from"],
      ["to=0001-02-01", "to"],
      ["from=2026-02-30", "from"],
      [`from=${today.day}&to=${addDays(today.day, 1)}`, "to"],
      ["days=93", "days"],
    ])
      expect(await fetchAs(`${path}?${query}`), query).toMatchObject({
        status: 400,
        json: { fields: { [field as string]: expect.any(String) } },
      });
    expect((await list(`${path}?from=2026-01-01&to=2026-04-02`)).items).toHaveLength(92);
  });

  it("an account statement exports exact amounts", async () => {
    const created = await app.call("POST", "/wallets/accounts/grants_pool/statement/export", {
      token: financeAdmin.token,
      body: { direction: "in" },
    });
    const file = await app.call("GET", `/exports/${created.json.data.token}`, { token: financeAdmin.token });
    const lines = (await (file.json as Blob).text()).split("\r\n");
    expect(lines[1]).toMatch(/^1,grants_pool,.*,fund,"Fund","Money for a test",10000\.00,10000\.00,/);
  });
});

describe("ledger check", () => {
  it("the ledger check returns what it checked and audits its result", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 5);
    const { data } = (await fetchAs("/wallets/ledger-check")).json;
    expect(data).toMatchObject({ total: 0, faults: [], entries: expect.any(Number) });
    expect(data.postings).toBeGreaterThan(10);
    expect(data).toMatchObject({ finished: true, next: null, read: data.to_read });
    expect((await app.audit())[0]).toMatchObject({ action: "systemWallet.verify", after: { result: "right" } });
  });

  const wrong = [
    `entries:${"-".repeat(36)}`,
    `accounts:${IDS.suspense}:0`,
    "totals:2:2026-02-28",
    "totals:99",
    "totals:0:0000-01-01",
  ];
  it("the ledger check continues only from a position that it returned to the same admin", async () => {
    const stoppedRun = await checkLedger({ db: app.db, admin: financeAdmin, audit: () => {} } as never, { seconds: 0 });
    expect(stoppedRun).toMatchObject({ finished: false, next: expect.stringContaining("@") });
    const next = stoppedRun.next ?? "";
    const [cursor = "", rest = ""] = next.split("@");
    const countVerifications = async () =>
      (await app.audit()).filter(({ action }) => action === "systemWallet.verify").length;
    const before = await countVerifications();
    const forgedCursors = [
      ...wrong,
      ...wrong.map((each) => `${each}@${rest}`),
      cursor,
      `${next}x`,
      next.slice(0, -1),
      "x",
      "é".repeat(99),
    ];
    for (const after of forgedCursors) {
      const answer = await fetchAs(`/wallets/ledger-check?after=${encodeURIComponent(after)}`);
      expect(answer, after).toMatchObject({
        status: 400,
        json: { fields: { after: expect.stringContaining("next") } },
      });
    }
    expect((await fetchAs(`/wallets/ledger-check?after=${next}`, owner)).status).toBe(400);
    expect(await countVerifications()).toBe(before);
    const answer = await fetchAs(`/wallets/ledger-check?after=${next}`);
    expect(answer.json.data).toMatchObject({ finished: true, next: null, faults: [] });
    const begunAt = new Date(Number(rest.split(".")[0])).toISOString();
    expect((await app.audit())[0]).toMatchObject({ after: { result: "right", began: begunAt } });
  });

  it("the ledger check refuses to continue more than a day after it began", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
    const { next } = await checkLedger({ db: app.db, admin: financeAdmin, audit: () => {} } as never, { seconds: 0 });
    vi.useRealTimers();
    expect((await fetchAs(`/wallets/ledger-check?after=${next}`)).status).toBe(400);
  });
});

it.each([
  ["5,000", 500_000],
  ["₦ 5,000.5", 500_050],
  ["1.15", 115],
  ["0.01", 1],
  ["5,00", null],
  ["1e3", null],
  ["-5", null],
  ["", null],
])("parses %s naira as %s kobo", (typed, kobo) => {
  expect(parseNaira(typed)).toBe(kobo);
});

it("the list and the export of an account's pending manual transfers have as many rows as the account counts; its drafts are listed too", async () => {
  const fundMovement = (await create({ kind: "fund", account: "promotions_pool" })).json.data;
  await decide(fundMovement.id, "approved");
  const { entry_id } = (await fetchAs(`/wallets/movements/${fundMovement.id}`)).json.data;
  const asked = {
    fund: await create({ kind: "fund", account: "suspense" }),
    withdraw: await create({ kind: "withdraw", account: "grants_pool", amount: 100 }),
    transfer: await create({ kind: "transfer", account: "promotions_pool", to_account: "grants_pool", amount: 100 }),
    adjust: await create({ kind: "adjust", account: "fee_income", direction: "increase" }),
    reversal: await app.call("POST", `/wallets/entries/${entry_id}/reversal`, {
      token: financeAdmin.token,
      headers: idempotencyHeader(),
      body: { note: "Booked on the wrong account" },
    }),
  };
  expect(Object.values(asked).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const kindsOf = async (query: string) =>
    (await list(`/wallets/movements?${query}&sort=requested_at&size=100`)).items.map(
      ({ kind }: { kind: string }) => kind,
    );
  const pendingKinds = async (accounts: string) =>
    (await kindsOf(`state=awaiting_approval&account=${accounts}`)).sort();
  expect(await pendingKinds("settlement_float")).toEqual(["fund", "reversal", "withdraw"]);
  expect(await pendingKinds("promotions_pool")).toEqual(["reversal", "transfer"]);
  expect(await pendingKinds("grants_pool")).toEqual(["transfer", "withdraw"]);
  expect(await pendingKinds("suspense")).toEqual(["adjust", "fund"]);
  expect(await pendingKinds("fee_income")).toEqual(["adjust"]);
  expect(await pendingKinds("fee_income,grants_pool")).toEqual(["adjust", "transfer", "withdraw"]);
  for (const { account: name, waiting } of (await list("/wallets/accounts")).items)
    expect([name, (await pendingKinds(name)).length]).toEqual([name, waiting]);
  const draft = (await create({ kind: "fund", account: "grants_pool", submit: false })).json.data;
  const drafts = (await list("/wallets/movements?state=draft&account=settlement_float&size=100")).items;
  expect(drafts.map(({ id }: { id: string }) => id)).toContain(draft.id);
  const created = await app.call("POST", "/wallets/movements/export", {
    token: financeAdmin.token,
    body: { state: "awaiting_approval", account: "settlement_float" },
  });
  expect(created.json.data.rows).toBe(3);
});

it("a manual transfer counts on the day of its posting, on Home and in the list behind the figure", async () => {
  const posted = (await create()).json.data;
  await decide(posted.id, "approved");
  const cancelled = (await create({ submit: false })).json.data;
  await patch(cancelled.id, "/cancellation", { version: cancelled.version });
  const at = (day: string) => new Date(startOfDay(day).getTime() + 3_600_000);
  await app.db
    .update(walletMovements)
    .set({ requestedAt: at("2023-05-01"), decidedAt: at("2023-05-10") })
    .where(inArray(walletMovements.id, [posted.id, cancelled.id]));
  const postedOn = async (day: string) => {
    const { modules } = await list(`/overview?from=${day}&to=${day}`);
    const { figures } = modules.find(({ feature }: { feature: string }) => feature === "System Wallet");
    const figure = figures.find(({ id }: { id: string }) => id === "posted");
    expect(await listTotalOfLink(app, financeAdmin.token, figure.url)).toBe(figure.value);
    return [figure.before, figure.value];
  };
  expect(await postedOn("2023-05-01")).toEqual([0, 0]);
  expect(await postedOn("2023-05-10")).toEqual([0, 1]);
  expect(await postedOn("2023-05-11")).toEqual([1, 0]);
  for (const days of ["posted_from=2023-05-10&posted_to=2023-05-10", "posted_to=2023-05-10"])
    expect((await list(`/wallets/movements?${days}`)).items).toMatchObject([{ id: posted.id }]);
});
