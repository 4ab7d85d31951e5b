import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { APPLICATION_DECISIONS, APPLICATION_STATES, APPLICATION_TRANSITIONS } from "@/lib/contract/grant.values";
import { grantApplications, grantReviews } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  makeGrantApplication,
  makeGrantProgramme,
  readGrantApplication,
  readGrantProgramme,
  scoreTwice,
} from "@/lib/server/testing/grants";
import { countUrgentMails } from "@/lib/server/testing/queued-news";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
type TestProgramme = Awaited<ReturnType<typeof makeGrantProgramme>>;
type DecisionResult = { id: string; reference: string; name: string; done: boolean; message: string };

let app: TestApp;
let mainAdmin: TestAdmin;
let programme: TestProgramme;
beforeAll(async () => {
  app = await startTestApp();
  mainAdmin = await makeAdmin(app);
  programme = await makeGrantProgramme(app, mainAdmin, {});
});
afterAll(() => app.stop());

type ChosenApplication = { id: string; version: number; amount?: number };
const sendDecisions = (decision: string, applications: ChosenApplication[], more: object = {}, admin = mainAdmin) =>
  app.call("POST", "/grants/applications/decisions", {
    token: admin.token,
    body: { decision, applications, ...(decision === "reject" && { reason: "No stall number" }), ...more },
  });
/** Sends a decision on one application with its current version. */
async function decideApplication(
  decision: string,
  id: string,
  more: { amount?: number; reason?: string } = {},
  admin = mainAdmin,
) {
  const { version } = await readGrantApplication(app, id);
  const { amount, ...others } = more;
  const answer = await sendDecisions(decision, [{ id, version, amount }], others, admin);
  expect(answer.status).toBe(200);
  return answer.json.data.results[0] as DecisionResult;
}
const auditOf = async (id: string) => (await app.audit()).filter(({ recordId }) => recordId === id);
async function makeScoredApplication(target: TestProgramme, values: Parameters<typeof makeGrantApplication>[2] = {}) {
  const application = await makeGrantApplication(app, target, { state: "shortlisted", ...values });
  await scoreTwice(app, application.id, [60, 80]);
  return readGrantApplication(app, application.id);
}
/** Creates a payout batch with one row for this application. `failed`: the row's payment has failed. */
async function putInBatch(application: { id: string; programmeId: string }, failed: boolean) {
  const id = uuid();
  const reference = `BAT-${id.slice(-12)}`;
  await app.db
    .insert(grantBatches)
    .values({ id, reference, programmeId: application.programmeId, createdBy: mainAdmin.id });
  await app.db.insert(grantBatchRows).values({ batchId: id, row: 1, applicationId: application.id, amount: 100_000 });
  if (!failed) return { id, reference };
  const updateRow = (state: "awaiting_approval" | "paying") =>
    app.db.update(grantBatches).set({ state }).where(eq(grantBatches.id, id));
  await updateRow("awaiting_approval");
  await updateRow("paying");
  await app.db
    .update(grantBatchRows)
    .set({ state: "failed", problem: "The wallet is closed." })
    .where(eq(grantBatchRows.batchId, id));
  return { id, reference };
}

describe("a decision", () => {
  it("shortlists, approves and rejects applications, with a message and an audit row for each decision", async () => {
    const { id, reference, userId } = await makeGrantApplication(app, programme, {});
    const [user] = await app.db.select().from(users).where(eq(users.id, userId));
    await app.mails();
    const committed = (await readGrantProgramme(app, programme.id)).committed;
    expect(await decideApplication("shortlist", id)).toEqual({
      id,
      reference,
      name: `${user?.firstName} ${user?.lastName}`,
      done: true,
      message: "Shortlisted.",
    });
    await scoreTwice(app, id, [61, 80]);
    expect(await decideApplication("approve", id, { reason: "Bring your receipts." })).toMatchObject({
      done: true,
      message: "Approved: ₦1,000.00.",
    });
    expect(await readGrantApplication(app, id)).toMatchObject({
      state: "approved",
      amount: 100_000,
      decidedBy: mainAdmin.id,
      approvedAs: { tier: "3", lga: "Calabar Municipal", account_status: "active", account_last4: "" },
    });
    expect((await readGrantProgramme(app, programme.id)).committed).toBe(committed + 100_000);
    expect(await decideApplication("reject", id, { reason: "The stall was sold" })).toMatchObject({ done: true });
    expect(await readGrantApplication(app, id)).toMatchObject({ state: "rejected", reason: "The stall was sold" });
    expect((await readGrantProgramme(app, programme.id)).committed).toBe(committed);
    const rows = (await auditOf(id)).filter(({ action }) => action === "grant.decide");
    expect(rows.map(({ before, after }) => [before, after])).toMatchObject([
      [{ state: "approved" }, { state: "rejected", reason: "The stall was sold" }],
      [{ state: "shortlisted" }, { state: "approved", amount: "₦1,000.00", reason: "Bring your receipts." }],
      [{ state: "submitted" }, { state: "shortlisted" }],
    ]);
    expect(rows[1]?.after?.scores).toMatch(/: 61, .*: 80$/);
    expect(rows[2]?.after).not.toHaveProperty("scores");
    expect(await countUrgentMails(app)).toBe(0);
    const mails = await app.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [user?.email, "Your grant application is shortlisted"],
      [user?.email, "Your grant is approved"],
      [user?.email, "Your grant will not be paid"],
    ]);
    expect(mails[2]?.text).toContain("Your grant for Market traders' grant will not be paid.");
    expect(mails[1]?.text).toContain("You get ₦1,000.00, paid to your wallet.");
    expect(mails[1]?.text).toContain("Bring your receipts.");
    expect(mails[2]?.text).toContain("Reason: The stall was sold");
    expect(mails[2]?.text).toContain(reference);
  });

  it("allows only the contract's state transitions of applications, in the API and the database", async () => {
    const STATE_AFTER = { shortlist: "shortlisted", approve: "approved", reject: "rejected" } as const;
    for (const from of APPLICATION_STATES) {
      const { id, amount } = await makeGrantApplication(app, programme, { state: from });
      for (const decision of APPLICATION_DECISIONS) {
        if (APPLICATION_TRANSITIONS[from].includes(STATE_AFTER[decision])) continue;
        expect(await decideApplication(decision, id)).toMatchObject({ done: false });
        expect((await readGrantApplication(app, id)).state).toBe(from);
      }
      for (const to of APPLICATION_STATES) {
        if (to === from || APPLICATION_TRANSITIONS[from].includes(to)) continue;
        const change = app.db
          .update(grantApplications)
          .set({ state: to, amount: amount ?? 100_000, reason: "x" })
          .where(eq(grantApplications.id, id));
        await expect(change, `${from} > ${to}`).rejects.toThrow();
      }
    }
  });

  it("returns a reason for each application that can't be decided, and decides the others in the same request", async () => {
    const [shortlisted, staleOne, done] = [
      await makeGrantApplication(app, programme, {}),
      await makeGrantApplication(app, programme, {}),
      await makeGrantApplication(app, programme, { state: "rejected" }),
    ];
    const unknownId = uuid();
    const answer = await sendDecisions("shortlist", [
      { id: done.id, version: done.version },
      { id: unknownId, version: 1 },
      { id: staleOne.id, version: staleOne.version + 1 },
      { id: shortlisted.id, version: shortlisted.version },
    ]);
    expect(answer.json.data.results.map(({ done: isDone, message }: DecisionResult) => [isDone, message])).toEqual([
      [false, "This application is rejected, so it can't be shortlisted."],
      [false, "This application does not exist."],
      [false, "This application has changed since you opened it. Review the latest version and try again."],
      [true, "Shortlisted."],
    ]);
    expect((await auditOf(staleOne.id))[0]).toMatchObject({
      outcome: "refused",
      refusal: expect.stringContaining("has changed"),
      recordName: staleOne.reference,
    });
    expect((await auditOf(unknownId))[0]).toMatchObject({ outcome: "refused", recordName: "Unknown application" });
    expect((await auditOf(shortlisted.id))[0]).toMatchObject({ outcome: "done", refusal: null });
    // If all applications are unknown, the whole request is refused, with one audit row.
    expect((await sendDecisions("shortlist", [{ id: unknownId, version: 1 }])).status).toBe(404);
    expect((await auditOf(unknownId)).map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
  });

  it("refuses grant decisions without the right to approve, rejections without a reason, and unknown or repeated applications", async () => {
    const { id, version } = await makeGrantApplication(app, programme, {});
    const chosen = [{ id, version }];
    expect((await sendDecisions("reject", chosen, { reason: "  " })).json.fields).toHaveProperty("reason");
    expect((await sendDecisions("shortlist", [...chosen, ...chosen])).status).toBe(400);
    expect((await sendDecisions("shortlist", [])).status).toBe(400);
    expect((await sendDecisions("pay", chosen)).status).toBe(400);
    expect((await sendDecisions("shortlist", [{ id: uuid(), version: 1 }])).status).toBe(404);
    const reader = await makeAdmin(app, { rights: makeRights({ Grants: ["read", "update"] }) });
    expect((await sendDecisions("shortlist", chosen, {}, reader)).status).toBe(403);
  });
});

describe("an approval", () => {
  it("approves only shortlisted applications with both scores, whose applicant is still eligible", async () => {
    const { id } = await makeGrantApplication(app, programme, {});
    expect((await decideApplication("approve", id)).message).toBe("Shortlist this application first.");
    await decideApplication("shortlist", id);
    expect((await decideApplication("approve", id)).message).toBe(
      "Two scores are needed: none is in. Have it reviewed first.",
    );
    const strictProgramme = await makeGrantProgramme(app, mainAdmin, { tierMin: 2 });
    const ofLowTier = await makeScoredApplication(strictProgramme, { userId: (await makeUser(app, { tier: 1 })).id });
    expect((await decideApplication("approve", ofLowTier.id)).message).toContain("Not eligible any more.");
    await app.db.update(users).set({ tier: 2 }).where(eq(users.id, ofLowTier.userId));
    expect((await decideApplication("approve", ofLowTier.id)).done).toBe(true);
    const ofLeftGroup = await makeScoredApplication(programme);
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, ofLeftGroup.userId));
    expect((await decideApplication("approve", ofLeftGroup.id)).message).toBe("The applicant's account is closed.");
    const ofSuspended = await makeScoredApplication(programme, {
      userId: (await makeUser(app, { status: "suspended" })).id,
    });
    expect((await decideApplication("approve", ofSuspended.id)).message).toBe("The applicant's account is suspended.");
  });

  it("refuses an approval while the applicant's question is unanswered", async () => {
    const { id } = await makeScoredApplication(programme);
    const updateRow = (values: Partial<typeof grantApplications.$inferInsert>) =>
      app.db.update(grantApplications).set(values).where(eq(grantApplications.id, id));
    await updateRow({ question: "Which stall?", askedBy: mainAdmin.id, askedAt: new Date() });
    expect((await decideApplication("approve", id)).message).toBe("The applicant's answer is still missing.");
    await updateRow({ reply: "Number 4", repliedAt: new Date() });
    expect((await decideApplication("approve", id)).done).toBe(true);
  });

  it("refuses to award more than the applicant requested", async () => {
    const upToProgramme = await makeGrantProgramme(app, mainAdmin, { amount: 50_000, awardKind: "up_to" });
    const { id } = await makeScoredApplication(upToProgramme, { amountAsked: 40_000 });
    expect((await decideApplication("approve", id, { amount: 40_001 })).message).toBe(
      "The applicant requested ₦400.00. Award no more than that.",
    );
    expect((await decideApplication("approve", id, { amount: 35_000 })).message).toBe("Approved: ₦350.00.");
  });

  it("the database refuses an approval without two scores, above the programme's amount, or by an admin with a conflict of interest", async () => {
    const approveInDatabase = (id: string, values: Partial<typeof grantApplications.$inferInsert>) =>
      app.db
        .update(grantApplications)
        .set({ state: "approved", amount: 100_000, ...values })
        .where(eq(grantApplications.id, id));
    const { id } = await makeGrantApplication(app, programme, { state: "shortlisted" });
    // The score columns inserted here do not match the stored reviews.
    await expect(approveInDatabase(id, { reviews: 2, scoreSum: 140 })).rejects.toThrow();
    await scoreTwice(app, id, [60, 80]);
    await expect(approveInDatabase(id, { amount: 100_001 })).rejects.toThrow();
    const otherAdmin = await makeAdmin(app);
    await app.db.insert(grantReviews).values({ applicationId: id, reviewerId: otherAdmin.id, conflict: "My cousin" });
    await expect(approveInDatabase(id, { decidedBy: otherAdmin.id })).rejects.toThrow();
    await approveInDatabase(id, { decidedBy: mainAdmin.id });
    const bank = { payoutKind: "bank" as const, bankCode: "011", accountNumber: Buffer.from("elsewhere") };
    for (const state of ["approved", "payment_failed", "disbursed"] as const) {
      await app.db.update(grantApplications).set({ state }).where(eq(grantApplications.id, id));
      await expect(app.db.update(grantApplications).set(bank).where(eq(grantApplications.id, id))).rejects.toThrow();
    }
  });

  it("refuses the approval of an application by an admin with a conflict of interest, but accepts it from a reviewer", async () => {
    const { id } = await makeScoredApplication(programme);
    const otherAdmin = await makeAdmin(app);
    const body = { reason: "My cousin" };
    await app.call("PATCH", `/grants/applications/${id}/conflict`, { token: otherAdmin.token, body });
    for (const decision of ["approve", "reject"])
      expect((await decideApplication(decision, id, {}, otherAdmin)).message).toBe(
        "You declared a conflict of interest: My cousin. Another admin has to decide.",
      );
    expect((await decideApplication("approve", id)).done).toBe(true);
    const ownApplication = await makeGrantApplication(app, programme, { state: "shortlisted" });
    for (const admin of [mainAdmin, otherAdmin]) {
      const sent = { token: admin.token, body: { score: 50 } };
      await app.call("PATCH", `/grants/applications/${ownApplication.id}/review`, sent);
    }
    expect((await decideApplication("approve", ownApplication.id)).done).toBe(true);
  });

  it("awards the programme's fixed amount, but never more than the remaining budget", async () => {
    const fixedProgramme = await makeGrantProgramme(app, mainAdmin, { amount: 60_000, budget: 100_000 });
    const [one, two] = [await makeScoredApplication(fixedProgramme), await makeScoredApplication(fixedProgramme)];
    expect((await decideApplication("approve", one.id, { amount: 1_000 })).message).toBe(
      "This programme gives everybody ₦600.00.",
    );
    const chosen = [one, two].map(({ id, version }) => ({ id, version }));
    const bothAnswers = await sendDecisions("approve", chosen);
    expect(bothAnswers.json.data.results.map(({ message }: DecisionResult) => message)).toEqual([
      "Approved: ₦600.00.",
      "Only ₦400.00 is left of the programme's budget. Award less, or raise the budget first.",
    ]);
    const upToProgramme = await makeGrantProgramme(app, mainAdmin, {
      amount: 50_000,
      budget: 60_000,
      awardKind: "up_to",
    });
    const [smallRequest, otherRequest] = [
      await makeScoredApplication(upToProgramme, { amountAsked: 20_000 }),
      await makeScoredApplication(upToProgramme),
    ];
    expect((await decideApplication("approve", smallRequest.id, { amount: 50_001 })).message).toBe(
      "This programme gives at most ₦500.00 to each.",
    );
    expect((await decideApplication("approve", smallRequest.id)).message).toBe("Approved: ₦200.00.");
    expect((await decideApplication("approve", otherRequest.id)).done).toBe(false);
    expect((await decideApplication("approve", otherRequest.id, { amount: 40_000 })).done).toBe(true);
    expect(await readGrantProgramme(app, upToProgramme.id)).toMatchObject({ committed: 60_000, budget: 60_000 });
  });

  it("never exceeds the programme's budget when several admins approve in parallel", async () => {
    const smallBudget = await makeGrantProgramme(app, mainAdmin, { amount: 10_000, budget: 50_000 });
    const allApplications: Awaited<ReturnType<typeof readGrantApplication>>[] = [];
    for (let n = 0; n < 12; n++) allApplications.push(await makeScoredApplication(smallBudget));
    const admins = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
    const answers = await Promise.all(
      admins.map((admin, index) => {
        const chunk = allApplications.slice(index * 4, index * 4 + 4).map(({ id, version }) => ({ id, version }));
        return sendDecisions("approve", chunk, {}, admin);
      }),
    );
    const results: DecisionResult[] = answers.flatMap(({ json }) => json.data.results);
    expect(results.filter(({ done }) => done)).toHaveLength(5);
    expect(await readGrantProgramme(app, smallBudget.id)).toMatchObject({ committed: 50_000 });
  });

  it("refuses to approve an application while its possible duplicates are not cleared", async () => {
    const { id, userId } = await makeScoredApplication(programme);
    const other = await makeScoredApplication(programme);
    await app.db.execute(sql`insert into grant_fingerprints (application_id, kind, value)
      values (${id}, 'device', 'one-device'), (${other.id}, 'device', 'one-device')`);
    expect((await decideApplication("approve", id)).message).toBe("Check its duplicates first.");
    // The flags found by the recheck are stored, although the decision was refused.
    expect((await readGrantApplication(app, id)).duplicates).toEqual(["device"]);
    await app.db
      .update(grantApplications)
      .set({ duplicatesClearedOf: [`device:${other.id}`], duplicatesClearedAt: new Date() })
      .where(eq(grantApplications.id, id));
    expect((await decideApplication("approve", id)).done).toBe(true);
    expect((await readGrantApplication(app, id)).userId).toBe(userId);
  });
});

describe("rejecting an approved application", () => {
  it("refuses to reject an approved application while it is in a payout batch", async () => {
    const application = await makeGrantApplication(app, programme, { state: "approved" });
    const batch = await putInBatch(application, false);
    expect((await decideApplication("reject", application.id)).message).toBe(
      `It is in payout batch ${batch.reference}. Remove it from the batch first.`,
    );
  });

  it("removes the failed payout row of a rejected application, but refuses the rejection while a retry is pending", async () => {
    const application = await makeGrantApplication(app, programme, { state: "approved" });
    const batch = await putInBatch(application, true);
    const failedValues = { state: "payment_failed" as const };
    await app.db.update(grantApplications).set(failedValues).where(eq(grantApplications.id, application.id));
    const setRow = (state: "pending" | "failed", problem: string | null) =>
      app.db.update(grantBatchRows).set({ state, problem }).where(eq(grantBatchRows.batchId, batch.id));
    await setRow("pending", null);
    expect((await decideApplication("reject", application.id)).message).toBe(
      "Its payment is being tried again. Wait until that has ended.",
    );
    await setRow("failed", "The wallet is closed.");
    expect((await decideApplication("reject", application.id)).done).toBe(true);
    const [row] = await app.db.select().from(grantBatchRows).where(eq(grantBatchRows.batchId, batch.id));
    expect(row?.state).toBe("removed");
    expect(await readGrantApplication(app, application.id)).toMatchObject({ state: "rejected", inBatch: false });
  });
});
