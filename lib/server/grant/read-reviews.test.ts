import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { inTransaction } from "@/lib/server/api/transaction";
import { grantReviews } from "@/lib/server/db/schema/grant";
import { recordAdminDependencies } from "@/lib/server/rp/dependencies";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeGrantApplication, makeGrantProgramme, readGrantApplication } from "@/lib/server/testing/grants";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;

let app: TestApp;
let firstAdmin: TestAdmin;
let secondAdmin: TestAdmin;
let thirdAdmin: TestAdmin;
let programme: Awaited<ReturnType<typeof makeGrantProgramme>>;
beforeAll(async () => {
  app = await startTestApp();
  [firstAdmin, secondAdmin, thirdAdmin] = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
  programme = await makeGrantProgramme(app, firstAdmin, {});
});
afterAll(() => app.stop());

const patchApplication = (admin: TestAdmin, id: string, subpath: string, body: object) =>
  app.call("PATCH", `/grants/applications/${id}/${subpath}`, { token: admin.token, body });
const giveScore = (admin: TestAdmin, id: string, score: number, comment = "") =>
  patchApplication(admin, id, "review", { score, comment });
const declareConflict = (admin: TestAdmin, id: string, reason: string) =>
  patchApplication(admin, id, "conflict", { reason });
const readReviews = async (admin: TestAdmin, id: string) =>
  (await app.call("GET", `/grants/applications/${id}/reviews`, { token: admin.token })).json.data;
const readSingle = async (admin: TestAdmin, id: string) =>
  (await app.call("GET", `/grants/applications/${id}`, { token: admin.token })).json.data;
const auditOf = async (id: string) => (await app.audit()).filter(({ recordId }) => recordId === id);

describe("a review", () => {
  it("refuses a second score by an account that counts as the same person as the first reviewer", async () => {
    const { id } = await makeGrantApplication(app, programme, {});
    const relatedAdmin = await makeAdmin(app);
    await inTransaction(app.db, (tx) =>
      recordAdminDependencies(tx, [{ adminId: relatedAdmin.id, on: firstAdmin.id, reason: "invited" }]),
    );
    expect((await giveScore(firstAdmin, id, 70)).status).toBe(200);
    const secondReview = await giveScore(relatedAdmin, id, 90);
    expect([secondReview.status, secondReview.json.message]).toEqual([
      409,
      expect.stringContaining("count as one person"),
    ]);
    expect((await giveScore(secondAdmin, id, 80)).json.data.are_in).toBe(true);
  });

  it("shows a review to other admins once both scores exist, with the mean in hundredths", async () => {
    const { id, version } = await makeGrantApplication(app, programme, {});
    expect(await readReviews(firstAdmin, id)).toEqual({ items: [], are_in: false, score: null, refusal: null });
    expect((await giveScore(firstAdmin, id, 70, "Good plan")).json.data).toMatchObject({
      version_before: version,
      version: version + 1,
    });
    expect((await readReviews(secondAdmin, id)).items).toMatchObject([
      {
        reviewer: { id: firstAdmin.id, name: firstAdmin.name, email: firstAdmin.email },
        is_mine: false,
        score: null,
        comment: null,
      },
    ]);
    expect(await readSingle(secondAdmin, id)).toMatchObject({ reviews: 1, score: null, version: version + 1 });
    expect((await giveScore(secondAdmin, id, 85, "No prices")).json.data).toMatchObject({
      are_in: true,
      score: 7_750,
      items: [
        { is_mine: false, score: 70, comment: "Good plan" },
        { is_mine: true, score: 85, comment: "No prices" },
      ],
      refusal: "Both scores are in, so reviews can't be added or changed.",
    });
    expect(await readSingle(thirdAdmin, id)).toMatchObject({ reviews: 2, score: 7_750 });
    const rows = (await auditOf(id)).filter(({ action }) => action === "grant.review");
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      [{ reviews: 1 }, { reviews: 2 }],
      [{ reviews: 0 }, { reviews: 1 }],
    ]);
  });

  it("lets a reviewer change their score until the other score exists, but not afterwards", async () => {
    const { id } = await makeGrantApplication(app, programme, {});
    await giveScore(firstAdmin, id, 70);
    const { version } = await readGrantApplication(app, id);
    expect((await giveScore(firstAdmin, id, 20, "On second thought")).json.data).toMatchObject({
      items: [{ score: 20, comment: "On second thought" }],
      version_before: version,
      version,
    });
    expect((await readGrantApplication(app, id)).version).toBe(version);
    await giveScore(secondAdmin, id, 60);
    for (const admin of [firstAdmin, secondAdmin, thirdAdmin]) {
      const refusedReview = await giveScore(admin, id, 1);
      expect(refusedReview.status).toBe(409);
      expect(refusedReview.json).toMatchObject({ current: { id, score: 4_000 } });
    }
  });

  it("accepts only two of three scores that admins give an application in parallel", async () => {
    const { id } = await makeGrantApplication(app, programme, {});
    const answers = await Promise.all([firstAdmin, secondAdmin, thirdAdmin].map((admin) => giveScore(admin, id, 50)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect(await readGrantApplication(app, id)).toMatchObject({ reviews: 2, scoreSum: 100 });
  });

  it("refuses a review without the right to update, with an invalid score, or of a decided or unknown application", async () => {
    const { id } = await makeGrantApplication(app, programme, { state: "approved" });
    expect((await giveScore(firstAdmin, id, 5)).json.message).toBe(
      "This application is approved, so it can't be reviewed any more.",
    );
    expect((await readReviews(firstAdmin, id)).refusal).toBe(
      "This application is approved, so it can't be reviewed any more.",
    );
    expect((await giveScore(firstAdmin, uuid(), 5)).status).toBe(404);
    expect((await app.call("GET", `/grants/applications/${uuid()}/reviews`, { token: firstAdmin.token })).status).toBe(
      404,
    );
    const other = await makeGrantApplication(app, programme, {});
    for (const score of [-1, 101, 5.5, "9"])
      expect((await giveScore(firstAdmin, other.id, score as number)).status).toBe(400);
    const reader = await makeAdmin(app, { rights: makeRights({ Grants: ["read", "approve"] }) });
    expect((await giveScore(reader, other.id, 5)).status).toBe(403);
  });
});

describe("a conflict of interest", () => {
  it("removes the score of an admin who declares a conflict of interest, and lets another admin score", async () => {
    const { id } = await makeGrantApplication(app, programme, {});
    await giveScore(firstAdmin, id, 90);
    await giveScore(secondAdmin, id, 10);
    const declareAnswer = await declareConflict(secondAdmin, id, "My cousin applied");
    expect(declareAnswer.json.data).toMatchObject({
      are_in: false,
      score: null,
      items: [{ reviewer: { id: firstAdmin.id }, score: null, comment: null }],
      refusal: "You declared a conflict of interest: My cousin applied. You can't review this application.",
    });
    expect(await readGrantApplication(app, id)).toMatchObject({ reviews: 1, scoreSum: null });
    expect(await readSingle(thirdAdmin, id)).toMatchObject({
      my_conflict: null,
      score: null,
      conflicts: [{ admin: { id: secondAdmin.id }, reason: "My cousin applied" }],
    });
    expect((await readSingle(secondAdmin, id)).my_conflict).toBe(
      "You declared a conflict of interest: My cousin applied",
    );
    expect((await auditOf(id))[0]).toMatchObject({
      action: "grant.declareConflict",
      before: { reviews: 2 },
      after: { reviews: 1, conflict: "My cousin applied" },
    });
    expect((await giveScore(secondAdmin, id, 99)).status).toBe(409);
    expect((await declareConflict(secondAdmin, id, "Again")).status).toBe(409);
    expect((await giveScore(thirdAdmin, id, 40)).json.data).toMatchObject({ are_in: true, score: 6_500 });
  });

  it("requires a reason but no score for a conflict of interest, and refuses it for paid or rejected applications", async () => {
    const { id } = await makeGrantApplication(app, programme, {});
    expect((await declareConflict(firstAdmin, id, " ")).status).toBe(400);
    expect((await declareConflict(firstAdmin, id, "My brother")).status).toBe(200);
    expect((await giveScore(firstAdmin, id, 3)).status).toBe(409);
    for (const state of ["disbursed", "rejected"] as const) {
      const decidedApplication = await makeGrantApplication(app, programme, { state });
      expect((await declareConflict(firstAdmin, decidedApplication.id, "My brother")).status).toBe(409);
    }
    expect((await declareConflict(firstAdmin, uuid(), "My brother")).status).toBe(404);
  });

  it.each(["approved", "payment_failed"] as const)(
    "keeps an application's mean score if an admin declares a conflict of interest when the application is in state %s",
    async (state) => {
      const { id, scoreSum } = await makeGrantApplication(app, programme, { state });
      const [ownReview] = await app.db.select().from(grantReviews).where(eq(grantReviews.applicationId, id));
      expect((await declareConflict(firstAdmin, id, "My brother")).status).toBe(200);
      expect(await readSingle(firstAdmin, id)).toMatchObject({
        my_conflict: "You declared a conflict of interest: My brother",
        reviews: 2,
        score: 7_000,
      });
      // Simulates that one of the two reviewers declares a conflict of interest after the approval.
      const ownKey = { applicationId: id, reviewerId: ownReview?.reviewerId ?? "" };
      await app.db
        .update(grantReviews)
        .set({ score: null, conflict: "My aunt" })
        .where(and(eq(grantReviews.applicationId, id), eq(grantReviews.reviewerId, ownKey.reviewerId)));
      expect(await readGrantApplication(app, id)).toMatchObject({ reviews: 2, scoreSum });
      const { version } = await readGrantApplication(app, id);
      const body = { decision: "reject", applications: [{ id, version }], reason: "No stall" };
      const answer = await app.call("POST", "/grants/applications/decisions", { token: firstAdmin.token, body });
      expect(answer.json.data.results[0].message).toContain("Another admin has to decide.");
      await expect(
        app.db.insert(grantReviews).values({ applicationId: id, reviewerId: secondAdmin.id, score: 7 }),
      ).rejects.toThrow();
    },
  );

  it("the database refuses changes of a declared conflict of interest, and a third score", async () => {
    const { id } = await makeGrantApplication(app, programme, {});
    await declareConflict(firstAdmin, id, "My brother");
    const ownKey = and(eq(grantReviews.applicationId, id), eq(grantReviews.reviewerId, firstAdmin.id));
    await expect(app.db.update(grantReviews).set({ conflict: null, score: 5 }).where(ownKey)).rejects.toThrow();
    await expect(app.db.delete(grantReviews).where(ownKey)).rejects.toThrow();
    await giveScore(secondAdmin, id, 5);
    await giveScore(thirdAdmin, id, 6);
    const fourthAdmin = await makeAdmin(app);
    await expect(
      app.db.insert(grantReviews).values({ applicationId: id, reviewerId: fourthAdmin.id, score: 7 }),
    ).rejects.toThrow();
  });
});
