import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import {
  BATCH_ROW_STATES,
  BATCH_ROW_TRANSITIONS,
  PAYOUT_BATCH_STATES,
  PAYOUT_BATCH_TRANSITIONS,
} from "@/lib/contract/grant.values";
import { inTransaction } from "@/lib/server/api/transaction";
import { addDays, lagosDayOf, latestBirthDate } from "@/lib/server/base/time";
import { grantApplications, grantProgrammes, grantReviews } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { recordAdminDependencies } from "@/lib/server/rp/dependencies";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { bankAccountColumns, makeBankPayoutMethod, payoutCallsOf, readBatchRows } from "@/lib/server/testing/payouts";
import { runPayouts } from "./run-payouts";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let otherAdmin: Awaited<ReturnType<typeof makeAdmin>>;
let payouts: ReturnType<typeof payoutCallsOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  otherAdmin = await makeAdmin(app);
  payouts = payoutCallsOf(app, admin);
});
afterAll(() => app.stop());

const AWARD_AMOUNT = 100_000;
async function makeBatch(count: number, values: object = {}) {
  const programme = await makeGrantProgramme(app, admin, {});
  const applications = [];
  for (let n = 0; n < count; n++)
    applications.push(await makeGrantApplication(app, programme, { state: "approved", ...values }));
  const { json } = await payouts.create(programme.id);
  return { programme, applications, id: json.data?.id as string, batch: json.data };
}

describe("creating a batch", () => {
  it("creates a payout batch of approved applications, highest score first, each only once", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const lowScore = await makeGrantApplication(app, programme, { state: "approved" });
    const highScore = await makeGrantApplication(app, programme, { state: "approved" });
    await app.db.execute(sql`alter table grant_applications disable trigger user`);
    await app.db.update(grantApplications).set({ scoreSum: 190 }).where(eq(grantApplications.id, highScore.id));
    await app.db.execute(sql`alter table grant_applications enable trigger user`);
    await makeGrantApplication(app, programme, { state: "shortlisted" });
    const { json } = await payouts.create(programme.id);
    expect(json.data).toMatchObject({
      state: "draft",
      rows: 2,
      amount: 2 * AWARD_AMOUNT,
      pending: { rows: 2 },
      changed: 0,
    });
    expect(json.data.reference).toMatch(/^PAY-[0-9A-F]{12}$/);
    const { items } = await payouts.rows(json.data.id);
    expect(items.map((row: { row: number; application: { id: string } }) => [row.row, row.application.id])).toEqual([
      [1, highScore.id],
      [2, lowScore.id],
    ]);
    const again = await payouts.create(programme.id);
    expect([again.status, again.json.message]).toEqual([
      409,
      "No approved application of this programme waits for payment.",
    ]);
    const doneAudits = (await app.audit()).filter(({ outcome }) => outcome === "done");
    expect(doneAudits.find(({ action }) => action === "grant.createBatch")).toMatchObject({
      adminId: admin.id,
      after: { state: "draft", rows: 2, amount: "₦2,000.00" },
    });
  });

  it("refuses a payout batch and lists the applications that can't be paid; two batches created in parallel share no application", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const [one, two] = [
      await makeGrantApplication(app, programme, { state: "approved" }),
      await makeGrantApplication(app, programme, { state: "shortlisted" }),
    ];
    const refused = await payouts.create(programme.id, [one.id, two.id]);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining(`${two.reference} (not approved yet)`),
    ]);
    const bothAnswers = await Promise.all([payouts.create(programme.id), payouts.create(programme.id)]);
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await payouts.create(crypto.randomUUID())).status).toBe(404);
  });

  it("a payout batch shows what changed about applicants since the approval, computed live in a draft and stored when the batch is submitted", async () => {
    const { id, applications } = await makeBatch(3, {
      approvedAs: { tier: "0", lga: "Ikom", account_status: "active", account_last4: "" },
    });
    const first = await payouts.rows(id, "changed=true");
    expect(first.items[0].changes).toEqual([
      { kind: "eligibility", message: "Lives in Calabar Municipal now, in Ikom when approved." },
    ]);
    const [one] = applications;
    await app.db
      .update(users)
      .set({ status: "suspended", statusReason: "Asked" })
      .where(eq(users.id, one?.userId ?? ""));
    const { items } = await payouts.rows(id);
    const changedRow = items.find((row: { application: { id: string } }) => row.application.id === one?.id);
    expect(changedRow.changes[0]).toEqual({ kind: "wallet", message: "The account is suspended." });
    const submitted = await payouts.submit(id);
    expect(submitted.json.data).toMatchObject({ state: "awaiting_approval", changed: 3 });
    expect(submitted.json.data.awaiting.change).toContain("3 rows changed since the approval");
    const stored = await readBatchRows(app, id);
    expect(stored.flatMap(({ changes }) => changes).some(({ kind }) => kind === "wallet")).toBe(true);
  });
});

it("a payout batch shows applicants who are no longer eligible by age or group, in the words of the eligibility check, and closed accounts even for bank payouts", async () => {
  const { programme, id, applications } = await makeBatch(3);
  const groupId = crypto.randomUUID();
  await app.db.insert(userGroups).values({ id: groupId, name: `Weavers ${groupId}`, description: "", kind: "static" });
  const [youngUser, outsideUser, closedUser] = applications.map(({ userId }) => userId);
  for (const userId of [youngUser, closedUser])
    await app.db.insert(userGroupMembers).values({ groupId, userId: userId ?? "" });
  const updateRow = (userId = "", values: object = {}) => app.db.update(users).set(values).where(eq(users.id, userId));
  const today = lagosDayOf(new Date());
  await updateRow(youngUser, { dateOfBirth: addDays(latestBirthDate(30, today), 1) });
  await updateRow(outsideUser, { dateOfBirth: latestBirthDate(30, today) });
  await updateRow(closedUser, {
    dateOfBirth: addDays(latestBirthDate(36, today), 1),
    status: "closed",
    statusReason: "Left",
  });
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`alter table grant_programmes disable trigger user`);
    await tx.execute(sql`alter table grant_applications disable trigger user`);
    await tx
      .update(grantProgrammes)
      .set({ ageMin: 30, ageMax: 35, groupId })
      .where(eq(grantProgrammes.id, programme.id));
    await tx
      .update(grantApplications)
      .set(bankAccountColumns("5123456789"))
      .where(eq(grantApplications.userId, closedUser ?? ""));
    await tx.execute(sql`alter table grant_programmes enable trigger user`);
    await tx.execute(sql`alter table grant_applications enable trigger user`);
  });
  const { items } = await payouts.rows(id);
  const changesOf = (userId = "") =>
    items
      .find((row: { applicant: { id: string } }) => row.applicant.id === userId)
      .changes.map(({ message }: { message: string }) => message)
      .filter((message: string) => !message.includes("when approved"));
  expect(changesOf(youngUser)).toEqual(["Aged 29 now; the programme is for people aged 30 to 35."]);
  expect(changesOf(outsideUser)).toEqual(["Not in the group any more that the programme is for."]);
  expect(changesOf(closedUser)[0]).toBe("The account is closed, so the grant can't be paid.");
  expect(changesOf(closedUser)).not.toContainEqual(expect.stringContaining("Aged"));
  // Also checks a group defined by a rule.
  const ruleGroup = { id: crypto.randomUUID(), name: "Of Ikom", kind: "rule" as const, rule: { lga: "Ikom" } };
  await app.db.insert(userGroups).values({ ...ruleGroup, description: "" });
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`alter table grant_programmes disable trigger user`);
    await tx.update(grantProgrammes).set({ groupId: ruleGroup.id }).where(eq(grantProgrammes.id, programme.id));
    await tx.execute(sql`alter table grant_programmes enable trigger user`);
  });
  await updateRow(outsideUser, { lga: "Ikom" });
  const again = (await payouts.rows(id)).items as { applicant: { id: string }; changes: { message: string }[] }[];
  const outsideGroup = again.filter(({ changes }) =>
    changes.some(({ message }) => message.startsWith("Not in the group")),
  );
  expect(outsideGroup.map(({ applicant }) => applicant.id).sort()).toEqual([youngUser, closedUser].sort());
});

describe("a draft batch", () => {
  it("an application whose row is removed from a draft payout batch can be put into another batch", async () => {
    const { id, programme } = await makeBatch(3);
    const { version } = await payouts.read(id);
    const removal = await payouts.ask("PATCH", `/${id}/rows`, { version, rows: [2], reason: "Not this month" });
    expect(removal.json.data).toMatchObject({ rows: 2, amount: 2 * AWARD_AMOUNT, removed: { rows: 1 } });
    const staleRemoval = await payouts.ask("PATCH", `/${id}/rows`, { version, rows: [1], reason: "Not this month" });
    expect([staleRemoval.status, staleRemoval.json.current.rows]).toEqual([409, 2]);
    const repeatedRemoval = { version: removal.json.data.version, rows: [2], reason: "Not this month" };
    expect((await payouts.ask("PATCH", `/${id}/rows`, repeatedRemoval)).json.message).toContain("row 2");
    expect(
      (await app.audit()).find(({ action, outcome }) => action === "grant.removeRows" && outcome === "done"),
    ).toMatchObject({
      before: { rows: 3 },
      after: { rows: 2, removed_rows: [2], reason: "Not this month" },
    });
    expect((await payouts.create(programme.id)).json.data.rows).toBe(1);
  });

  it("submits a payout batch if the figures on the form are current; otherwise refuses the submission and returns the current figures", async () => {
    const { id } = await makeBatch(2);
    const other = await payouts.submit(id, { rows: 3 });
    expect([other.status, other.json.current.rows]).toEqual([409, 2]);
    expect((await payouts.submit(id, { amount: 5 })).status).toBe(409);
    expect((await payouts.submit(id, { version: 9 })).status).toBe(409);
    const { status, json } = await payouts.submit(id);
    expect([status, json.data.state, json.data.awaiting.requested_by.id]).toEqual([200, "awaiting_approval", admin.id]);
    expect((await payouts.submit(id)).json.message).toContain("waiting for approval");
    // The admin who submitted the batch may not approve it.
    expect((await payouts.decide(id, admin)).status).toBe(403);
  });

  it("cancels a payout batch, even while its approval is pending, and releases its applications", async () => {
    for (const isSubmitted of [false, true]) {
      const { id, programme } = await makeBatch(1);
      if (isSubmitted) await payouts.submit(id);
      const { version } = await payouts.read(id);
      const { json } = await payouts.ask("PATCH", `/${id}/cancel`, { version, reason: "A mistake" });
      expect(json.data).toMatchObject({ state: "cancelled", awaiting: null, removed: { rows: 1 } });
      const [row] = (await app.audit()).filter(
        ({ action, outcome }) => action === "grant.cancelBatch" && outcome === "done",
      );
      expect(row).toMatchObject({ recordId: id, after: { state: "cancelled", reason: "A mistake", rows: 1 } });
      const lateCancel = await payouts.ask("PATCH", `/${id}/cancel`, {
        version: json.data.version,
        reason: "A mistake",
      });
      expect(lateCancel.status).toBe(409);
      expect((await payouts.create(programme.id)).status).toBe(200);
    }
  });
});

describe("the approval of a batch", () => {
  it("refuses the approval of a payout batch by an admin with a conflict of interest with one of its applications", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const one = await makeGrantApplication(app, programme, { state: "shortlisted" });
    const relatedAdmin = await makeAdmin(app);
    await app.db
      .insert(grantReviews)
      .values({ applicationId: one.id, reviewerId: relatedAdmin.id, conflict: "My cousin" });
    for (const score of [60, 70])
      await app.db.insert(grantReviews).values({ applicationId: one.id, reviewerId: (await makeAdmin(app)).id, score });
    await app.db
      .update(grantApplications)
      .set({ state: "approved", amount: AWARD_AMOUNT })
      .where(eq(grantApplications.id, one.id));
    const { id } = (await payouts.create(programme.id)).json.data;
    await payouts.submit(id);
    const refused = await payouts.decide(id, relatedAdmin);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(one.reference)]);
    expect((await payouts.decide(id, otherAdmin)).status).toBe(200);
    expect(await payouts.read(id)).toMatchObject({ state: "paying", approved_by: { id: otherAdmin.id } });
    // Closes the account, so that the payment fails. The admin with the conflict of interest may not retry it.
    await app.db.update(users).set({ status: "closed", statusReason: "Left" }).where(eq(users.id, one.userId));
    await runPayouts(app.db);
    const retry = await payouts.ask("POST", `/${id}/retry`, { rows: [1] }, relatedAdmin);
    expect(retry.json.data).toMatchObject({
      retried: 0,
      results: [{ row: 1, done: false, message: "You declared a conflict of interest on this application." }],
    });
    expect((await payouts.ask("POST", `/${id}/retry`, {}, relatedAdmin)).json.data.retried).toBe(0);
    expect((await payouts.retry(id)).json.data.retried).toBe(1);
  });

  it("refuses the approval of a payout batch by admins who created it or removed rows, even if another admin submitted it", async () => {
    const [rowRemover, submitter, lastAdmin] = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
    const { id } = await makeBatch(2);
    const { version } = await payouts.read(id);
    const removalInput = { version, rows: [2], reason: "Not this month" };
    expect((await payouts.ask("PATCH", `/${id}/rows`, removalInput, rowRemover)).status).toBe(200);
    expect((await payoutCallsOf(app, submitter).submit(id)).status).toBe(200);
    const approvers = (await payouts.read(id)).awaiting.approvers.map((each: { id: string }) => each.id);
    expect(approvers).toContain(lastAdmin.id);
    for (const each of [admin, rowRemover, submitter]) expect(approvers).not.toContain(each.id);
    const ownDecision = await payouts.decide(id, admin);
    expect([ownDecision.status, ownDecision.json.message]).toEqual([
      403,
      "You created this payout. Another admin has to approve it.",
    ]);
    expect((await payouts.decide(id, rowRemover)).json.message).toContain("You removed rows");
    // An account that the batch's author invited counts as the author, until another admin confirms the account.
    const relatedMaker = await makeAdmin(app);
    await inTransaction(app.db, (tx) =>
      recordAdminDependencies(tx, [{ adminId: relatedMaker.id, on: admin.id, reason: "invited" }]),
    );
    const { awaiting } = await payouts.read(id);
    expect(awaiting.kept_out).toContainEqual(expect.objectContaining({ id: relatedMaker.id }));
    expect(awaiting.approvers.map((each: { id: string }) => each.id)).not.toContain(relatedMaker.id);
    const puppetDecision = await payouts.decide(id, relatedMaker);
    expect([puppetDecision.status, puppetDecision.json.message]).toEqual([
      403,
      expect.stringContaining("count as one person"),
    ]);
    expect((await payouts.decide(id, lastAdmin)).status).toBe(200);
  });

  it("refuses the first approval of a payout batch if a row has changed since the submission", async () => {
    const { id, applications } = await makeBatch(2, {
      approvedAs: { tier: "0", lga: "Calabar Municipal", account_status: "active", account_last4: "" },
    });
    await payouts.submit(id);
    await app.db
      .update(users)
      .set({ status: "suspended", statusReason: "Asked" })
      .where(eq(users.id, applications[0]?.userId ?? ""));
    const refused = await payouts.decide(id, otherAdmin);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "1 row changed since it was sent for approval. Review it and approve again.",
    ]);
    expect(await payouts.read(id)).toMatchObject({ state: "awaiting_approval", changed: 1 });
    expect(await payouts.rows(id, "changed=true")).toMatchObject({ total: 1 });
    expect((await payouts.decide(id, otherAdmin)).status).toBe(200);
  });

  it("refuses to approve a payout batch without a payment method for bank transfers, and releases the rows of a rejected batch", async () => {
    const { id } = await makeBatch(1, bankAccountColumns("0123456789"));
    await payouts.submit(id);
    const refused = await payouts.decide(id, otherAdmin);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("bank transfers")]);
    expect((await payouts.decide(id, otherAdmin, "rejected")).status).toBe(200);
    expect(await payouts.read(id)).toMatchObject({ state: "rejected", removed: { rows: 1 } });
    expect((await payouts.retry(id)).status).toBe(409);
  });
});

describe("lists of batches and rows", () => {
  it("filters, sorts, searches and pages payout batches and their rows", async () => {
    const { programme, id, applications, batch } = await makeBatch(3);
    const list = async (query: string) => (await payouts.ask("GET", `?${query}`)).json.data;
    expect((await list(`programme=${programme.id}`)).items).toMatchObject([{ id, rows: 3, paid: { rows: 0 } }]);
    expect((await list(`programme=${programme.id}&state=paying,done`)).items).toEqual([]);
    expect((await list(`q=${batch.reference.toLowerCase()}`)).items).toMatchObject([{ id }]);
    const allBatches = (await list("sort=-amount&size=100")).items as { amount: number }[];
    expect(allBatches.map(({ amount }) => amount)).toEqual(
      allBatches.map(({ amount }) => amount).sort((a, b) => b - a),
    );
    const rows = await payouts.rows(id, "sort=-row&state=pending");
    expect(rows.items.map(({ row }: { row: number }) => row)).toEqual([3, 2, 1]);
    expect(await payouts.rows(id, `q=${applications[1]?.reference}`)).toMatchObject({ total: 1 });
    expect(await payouts.rows(id, "state=failed")).toMatchObject({ items: [], total: 0 });
    const missing = await payouts.ask("GET", `/${crypto.randomUUID()}/rows`);
    expect(missing.status).toBe(404);
  });

  it("refuses changes of payout batches and statement downloads for an admin who may only read", async () => {
    const { id } = await makeBatch(1);
    const reader = await makeAdmin(app, { rights: makeRights({ Grants: ["read"] }) });
    expect((await payouts.ask("GET", `/${id}`, undefined, reader)).status).toBe(200);
    for (const [method, path, body] of [
      ["POST", "", { programme_id: id }],
      ["POST", `/${id}/retry`, {}],
      ["POST", `/${id}/statement`, {}],
      ["PATCH", `/${id}/cancel`, { version: 1, reason: "A mistake" }],
    ] as const)
      expect((await payouts.ask(method, path, body, reader)).status).toBe(403);
  });
});

describe("the statement of a batch", () => {
  it("exports a payout batch's statement with each row and its ledger amount as CSV, and with the sums as PDF", async () => {
    await makeBankPayoutMethod(app);
    const { id, programme, applications, batch } = await makeBatch(2);
    await payouts.submit(id);
    await payouts.decide(id, otherAdmin);
    await runPayouts(app.db);
    await runPayouts(app.db);
    const download = async (format: string) => {
      const link = await payouts.ask("POST", `/${id}/statement`, { format });
      expect(link.json.data.rows).toBe(2);
      return (await app.call("GET", `/exports/${link.json.data.token}`, { token: admin.token })).json as Blob;
    };
    const csv = await (await download("csv")).text();
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"${batch.reference}"`);
    expect(lines[1]).toContain(",1000.00,");
    expect(applications.every(({ reference }) => csv.includes(reference))).toBe(true);
    const [page] = await readPdfPageTexts(await download("pdf"));
    expect(page).toContain(batch.reference);
    expect(page).toContain(programme.name);
    expect(page).toContain(`Approved by ${otherAdmin.name}`);
    expect(page).toContain("Balanced: what is paid agrees with the ledger");
    expect((await payouts.ask("POST", `/${crypto.randomUUID()}/statement`, {})).status).toBe(404);
  });
});

describe("the database", () => {
  const transitionPairs = <S extends string>(states: readonly S[], allowed: Record<S, readonly S[]>) =>
    states.flatMap((from) =>
      states.filter((to) => to !== from).map((to) => [from, to, allowed[from].includes(to)] as const),
    );
  /** Sets a state with triggers disabled, then tries the transition with triggers enabled. */
  async function tryTransition(table: string, where: string, from: string, to: string) {
    return app.db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
        await tx.execute(sql.raw(`update ${table} set state = '${from}' where ${where}`));
        await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
        await tx.execute(sql.raw(`update ${table} set state = '${to}' where ${where}`));
        throw new Error("moved");
      })
      .catch((error: Error) => (error.message === "moved" ? "moved" : "refused"));
  }

  it("the database refuses state transitions of a payout batch that the contract does not list", async () => {
    const { id } = await makeBatch(1);
    for (const [from, to, isAllowed] of transitionPairs(PAYOUT_BATCH_STATES, PAYOUT_BATCH_TRANSITIONS))
      expect(`${from} > ${to}: ${await tryTransition("grant_batches", `id = '${id}'`, from, to)}`).toBe(
        `${from} > ${to}: ${isAllowed ? "moved" : "refused"}`,
      );
  });

  it("the database refuses state transitions of a payout row that the contract does not list", async () => {
    const { id } = await makeBatch(1);
    await payouts.submit(id);
    await payouts.decide(id, otherAdmin);
    await runPayouts(app.db);
    await app.db.update(grantBatches).set({ state: "paying" }).where(eq(grantBatches.id, id));
    for (const [from, to, isAllowed] of transitionPairs(BATCH_ROW_STATES, BATCH_ROW_TRANSITIONS)) {
      // Skips the transition from pending to removed, which is allowed only before the batch is approved.
      if (from === "pending" && to === "removed") continue;
      await app.db.update(grantBatchRows).set({ problem: "Told" }).where(eq(grantBatchRows.batchId, id));
      expect(`${from} > ${to}: ${await tryTransition("grant_batch_rows", `batch_id = '${id}'`, from, to)}`).toBe(
        `${from} > ${to}: ${isAllowed ? "moved" : "refused"}`,
      );
    }
  });

  it("the database refuses a second active payout batch for an application, and changes of payout rows; an unapproved batch is never paid", async () => {
    const { id, programme, applications } = await makeBatch(1);
    const secondBatchId = crypto.randomUUID();
    await app.db
      .insert(grantBatches)
      .values({ id: secondBatchId, reference: "PAY-2", programmeId: programme.id, createdBy: admin.id });
    const row = { batchId: secondBatchId, row: 1, applicationId: applications[0]?.id ?? "", amount: AWARD_AMOUNT };
    await expect(app.db.insert(grantBatchRows).values(row)).rejects.toThrow();
    const updateRow = (values: object) =>
      app.db.update(grantBatchRows).set(values).where(eq(grantBatchRows.batchId, id));
    await expect(updateRow({ amount: 1 })).rejects.toThrow();
    await expect(updateRow({ state: "failed" })).rejects.toThrow();
    await expect(app.db.delete(grantBatchRows).where(eq(grantBatchRows.batchId, id))).rejects.toThrow();
    expect(await runPayouts(app.db)).toBe(0);
  });
});
