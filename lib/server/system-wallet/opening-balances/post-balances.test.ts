import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Feature, PermissionFlag } from "@/lib/contract/access";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { OpeningBalanceFile } from "@/lib/contract/opening-balances";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { openingBalanceFiles, openingBalances } from "@/lib/server/db/schema/opening-balance";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf } from "@/lib/server/testing/ledger";
import { postOpeningBalances } from "./post-balances";

let app: TestApp;
let requester: Awaited<ReturnType<typeof makeAdmin>>;
let approver: typeof requester;
beforeAll(async () => {
  app = await startTestApp();
  requester = await makeAdmin(app);
  approver = await makeAdmin(app);
});
afterAll(() => app.stop());
afterEach(async () => expect((await verifyLedger(app.db)).faults).toEqual([]));

/** Stores a file with one line per citizen, in kobo. */
async function makeFile(lines: readonly { userId: string; amount: number }[]) {
  const id = uuid();
  const amount = lines.reduce((sum, each) => sum + each.amount, 0);
  const fileColumns = { app: "city", fileName: `${id}.csv`, fileHash: id };
  await app.db.insert(openingBalanceFiles).values({ id, ...fileColumns, lines: lines.length, amount, zeros: 0 });
  for (let from = 0; from < lines.length; from += 500)
    await app.db
      .insert(openingBalances)
      .values(lines.slice(from, from + 500).map((each, index) => ({ fileId: id, line: from + index + 2, ...each })));
  return { id, amount };
}
async function makeCitizens(count: number, values: Parameters<typeof makeUser>[1] = {}) {
  const createdCitizens: Awaited<ReturnType<typeof makeUser>>[] = [];
  for (let n = 0; n < count; n++) createdCitizens.push(await makeUser(app, values));
  return createdCitizens;
}

const withKey = () => ({ "idempotency-key": uuid() });
const requestPosting = ({ id, amount }: { id: string; amount: number }, actor = requester) =>
  app.call("POST", `/wallets/opening-balances/${id}/posting`, {
    ...{ token: actor.token, headers: withKey() },
    body: { amount, reason: "Sum of the old system" },
  });
const readFile = async (id: string): Promise<OpeningBalanceFile> => {
  const { json } = await app.call("GET", "/wallets/opening-balances", { token: requester.token });
  return json.data.items.find((file: OpeningBalanceFile) => file.id === id);
};
const decide = (approvalId: string | undefined, decision: "approved" | "rejected", actor = approver) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    ...{ token: actor.token, headers: withKey() },
    body: { decision, ...(decision === "rejected" && { reason: "Another sum" }) },
  });
const deleteFile = (id: string, actor = requester) =>
  app.call("DELETE", `/wallets/opening-balances/${id}`, { token: actor.token, headers: withKey() });
async function approve(file: { id: string; amount: number }) {
  const { json } = await requestPosting(file);
  expect((await decide(json.data.awaiting.approvalId, "approved")).status).toBe(200);
}
const withRights = (wantedRights: Partial<Record<Feature, readonly PermissionFlag[]>>) =>
  makeAdmin(app, { rights: makeRights(wantedRights) });

describe("posting of opening balances", () => {
  it("the posting of opening balances needs a second admin's approval, posts exactly and beyond the limits of tiers, and audits every step", async () => {
    const [firstId, secondId] = (await makeCitizens(2, { tier: 0 })).map(({ id }) => id);
    const courtRestriction = {
      status: "restricted",
      restriction: "both",
      legalBasis: "court_order",
      statusReason: "Order",
    } as const;
    const [restricted] = (await makeCitizens(1, courtRestriction)).map(({ id }) => id);
    const floatBalance = await balanceOf(app.db, IDS.settlement_float);
    const file = await makeFile([
      { userId: firstId ?? "", amount: 99_999_999_901 },
      { userId: secondId ?? "", amount: 1 },
      { userId: restricted ?? "", amount: 50 },
    ]);
    const requested = await requestPosting(file);
    expect([requested.status, requested.json.data.state]).toEqual([200, "requested"]);
    const { approvalId, change } = requested.json.data.awaiting;
    expect(change).toBe(`Post 3 opening balances from ${file.id}.csv (city): ₦999,999,999.52 into wallets`);
    const { json } = await app.call("GET", `/approvals/${approvalId}`, { token: approver.token });
    expect(json.data.effects.map(({ name, side, amount }: Record<string, unknown>) => [name, side, amount])).toEqual([
      ["Settlement float", "debit", file.amount],
      ["Wallets of 3 people", "credit", file.amount],
    ]);
    expect(json.data.warnings).toEqual([]);
    expect((await decide(approvalId, "approved", requester)).status).toBe(403);
    expect(await postOpeningBalances(app.db)).toBe(0);
    expect((await decide(approvalId, "approved")).status).toBe(200);
    expect((await readFile(file.id)).state).toBe("posting");
    expect(await postOpeningBalances(app.db)).toBe(3);
    expect(await postOpeningBalances(app.db)).toBe(0);
    expect(await balanceOf(app.db, firstId ?? "")).toBe(99_999_999_901);
    const importNotices = async (admin: { token: string }) =>
      (await app.call("GET", "/notices", { token: admin.token })).json.data.items.filter(
        ({ kind }: { kind: string }) => kind === "import",
      );
    expect(await importNotices(requester)).toMatchObject([{ record: { id: file.id } }]);
    expect(await importNotices(approver)).toEqual([]);
    expect(await balanceOf(app.db, restricted ?? "")).toBe(50);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(floatBalance + file.amount);
    expect(await readFile(file.id)).toMatchObject({
      ...{ state: "posted", posted: { lines: 3, amount: file.amount }, skipped: { lines: 0, reasons: [] } },
      awaiting: null,
    });
    const rows = await app.audit(file.id);
    expect(rows.map(({ action, adminId }) => [action, adminId])).toEqual([
      ["systemWallet.finishOpeningBalances", null],
      ["approvals.decide", approver.id],
      ["systemWallet.postOpeningBalances", requester.id],
    ]);
    const statement = await app.call("GET", `/user-management/users/${secondId}/statement?kind=opening_balance`, {
      token: requester.token,
    });
    expect(statement.json.data.items).toMatchObject([
      { kind: "opening_balance", description: "Opening balance", amount: 1, balance_after: 1 },
    ]);
  });

  it("the posting of opening balances continues after a failed batch and posts each line once", async () => {
    const people = await makeCitizens(1_100);
    const file = await makeFile(people.map(({ id }, n) => ({ userId: id, amount: n + 1 })));
    await approve(file);
    await app.db.execute(sql`create function stop_second() returns trigger language plpgsql as $$ begin
      if (select count(*) from ledger_entries where source_id = new.source_id) > 1 then raise exception 'down'; end if;
      return null; end $$`);
    await app.db.execute(sql`create trigger stop_second after insert on ledger_entries for each row
      when (new.kind = 'opening_balance') execute function stop_second()`);
    await postOpeningBalances(app.db);
    expect(await readFile(file.id)).toMatchObject({ state: "posting", posted: { lines: 500, amount: 125_250 } });
    await app.db.execute(sql`drop function stop_second cascade`);
    await Promise.all([postOpeningBalances(app.db), postOpeningBalances(app.db)]);
    await postOpeningBalances(app.db);
    expect(await readFile(file.id)).toMatchObject({ state: "posted", posted: { lines: 1_100, amount: file.amount } });
    const entries = await app.db.select().from(ledgerEntries).where(eq(ledgerEntries.sourceId, file.id));
    expect(entries.map(({ size }) => size).sort()).toEqual([101, 501, 501]);
    expect(await balanceOf(app.db, people[1_099]?.id ?? "")).toBe(1_100);
    expect((await app.audit(file.id)).map(({ action }) => action)).toEqual([
      ...["systemWallet.finishOpeningBalances", "approvals.decide", "systemWallet.postOpeningBalances"],
    ]);
  }, 60_000);

  it("the posting of opening balances skips an account that was closed after the approval, and lists it with the file", async () => {
    const [openCitizen, closed] = await makeCitizens(2);
    const file = await makeFile([
      { userId: openCitizen?.id ?? "", amount: 500 },
      { userId: closed?.id ?? "", amount: 70_000 },
    ]);
    await approve(file);
    await app.db
      .update(users)
      .set({ status: "closed", statusReason: "Closed" })
      .where(eq(users.id, closed?.id ?? ""));
    await postOpeningBalances(app.db);
    expect(await readFile(file.id)).toMatchObject({
      state: "posted",
      posted: { lines: 1, amount: 500 },
      skipped: {
        ...{ lines: 1, amount: 70_000 },
        reasons: [`Line 3: Ekaette ${closed?.lastName}'s account is closed, so ₦700.00 was not posted.`],
      },
    });
    expect(await balanceOf(app.db, closed?.id ?? "")).toBe(0);
  });
});

it("a ledger entry of many opening balances can be reversed; another file may then contain the same citizens", async () => {
  const people = await makeCitizens(12);
  const lines = people.map(({ id }) => ({ userId: id, amount: 100 }));
  const file = await makeFile(lines);
  await approve(file);
  await postOpeningBalances(app.db);
  const [entry] = await app.db.select().from(ledgerEntries).where(eq(ledgerEntries.sourceId, file.id));
  const shownEntry = await app.call("GET", `/wallets/entries/${entry?.id}`, { token: requester.token });
  expect(shownEntry.json.data.postings).toHaveLength(13);
  expect(shownEntry.json.data.postings[1].name).toBe(`Ekaette ${people[0]?.lastName}'s wallet`);
  const { json } = await app.call("POST", `/wallets/entries/${entry?.id}/reversal`, {
    ...{ token: requester.token, headers: withKey() },
    body: { note: "Amounts of another month" },
  });
  expect(json.data.awaiting.change).toBe(
    "Reverse an entry of ₦12.00: credit Settlement float ₦12.00, debit wallets of 12 people ₦12.00",
  );
  expect((await decide(json.data.awaiting.approvalId, "approved")).status).toBe(200);
  expect(await balanceOf(app.db, people[0]?.id ?? "")).toBe(0);
  expect(await readFile(file.id)).toMatchObject({ state: "posted", reversed: { lines: 12, amount: 1_200 } });
  const correctedFile = await makeFile(lines.map((line) => ({ ...line, amount: 150 })));
  await approve(correctedFile);
  await postOpeningBalances(app.db);
  expect(await balanceOf(app.db, people[0]?.id ?? "")).toBe(150);
});

describe("request for the posting", () => {
  it("a request to post opening balances is refused for a wrong total, a second time, without the right to create, and after approval", async () => {
    const [citizen] = await makeCitizens(1);
    const file = await makeFile([{ userId: citizen?.id ?? "", amount: 12_345 }]);
    const wrongAmountRequest = await requestPosting({ id: file.id, amount: 12_344 });
    expect([wrongAmountRequest.status, wrongAmountRequest.json.fields.amount]).toEqual([
      400,
      "The lines of this file come to ₦123.45. Check the file against its source, and delete it if it is wrong.",
    ]);
    const reader = await withRights({ "System Wallet": ["read"] });
    expect((await requestPosting(file, reader)).status).toBe(403);
    expect((await deleteFile(file.id, reader)).status).toBe(403);
    expect((await requestPosting({ id: uuid(), amount: 1 })).status).toBe(404);
    expect((await requestPosting({ id: file.id, amount: 0 })).status).toBe(400);
    expect((await requestPosting({ id: file.id, amount: 0.5 })).status).toBe(400);
    await approve(file);
    const lateRequest = await requestPosting(file);
    expect([lateRequest.status, lateRequest.json.message]).toEqual([
      409,
      expect.stringContaining("is approved already"),
    ]);
    expect((await deleteFile(file.id)).status).toBe(409);
    await postOpeningBalances(app.db);
  });

  it("a rejected or withdrawn request to post opening balances leaves the file stored; a pending request blocks the file's deletion", async () => {
    const [citizen] = await makeCitizens(1);
    const file = await makeFile([{ userId: citizen?.id ?? "", amount: 500 }]);
    const first = await requestPosting(file);
    expect((await requestPosting(file)).status).toBe(409);
    expect((await deleteFile(file.id)).status).toBe(409);
    await decide(first.json.data.awaiting.approvalId, "rejected");
    expect(await readFile(file.id)).toMatchObject({ state: "stored", awaiting: null });
    const second = await requestPosting(file);
    const { approvalId } = second.json.data.awaiting;
    await app.call("PATCH", `/approvals/${approvalId}/cancellation`, { token: requester.token });
    expect((await readFile(file.id)).state).toBe("stored");
    expect((await deleteFile(file.id)).json.data).toEqual({ deleted: 1 });
    expect(await readFile(file.id)).toBeUndefined();
    expect(await app.db.$count(openingBalances, eq(openingBalances.fileId, file.id))).toBe(0);
    expect((await deleteFile(file.id)).status).toBe(404);
    const [deleted] = (await app.audit(file.id)).filter(({ outcome }) => outcome === "done");
    expect(deleted).toMatchObject({ action: "systemWallet.deleteOpeningBalances", before: { sum: "₦5.00" } });
  });
});
