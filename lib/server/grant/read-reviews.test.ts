import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "@/lib/server/api/transaction";
import { grantReviews } from "@/lib/server/db/schema/grant";
import { noteDependencies } from "@/lib/server/rp/dependencies";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { applicationNow, makeApplication, makeProgramme } from "@/lib/server/testing/grants";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;

let app: TestApp;
let ada: Admin;
let bello: Admin;
let chika: Admin;
let programme: Awaited<ReturnType<typeof makeProgramme>>;
beforeAll(async () => {
  app = await startTestApp();
  [ada, bello, chika] = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
  programme = await makeProgramme(app, ada, {});
});
afterAll(() => app.stop());

const patch = (admin: Admin, id: string, what: string, body: object) =>
  app.call("PATCH", `/grants/applications/${id}/${what}`, { token: admin.token, body });
const review = (admin: Admin, id: string, score: number, comment = "") =>
  patch(admin, id, "review", { score, comment });
const declare = (admin: Admin, id: string, reason: string) => patch(admin, id, "conflict", { reason });
const reviews = async (admin: Admin, id: string) =>
  (await app.call("GET", `/grants/applications/${id}/reviews`, { token: admin.token })).json.data;
const single = async (admin: Admin, id: string) =>
  (await app.call("GET", `/grants/applications/${id}`, { token: admin.token })).json.data;
const auditOf = async (id: string) => (await app.audit()).filter(({ recordId }) => recordId === id);

describe("a review", () => {
  it("is refused to an account that counts as the same person as the other reviewer", async () => {
    const { id } = await makeApplication(app, programme, {});
    const puppet = await makeAdmin(app);
    await inTransaction(app.db, (tx) => noteDependencies(tx, [{ adminId: puppet.id, on: ada.id, reason: "invited" }]));
    expect((await review(ada, id, 70)).status).toBe(200);
    const second = await review(puppet, id, 90);
    expect([second.status, second.json.message]).toEqual([409, expect.stringContaining("count as one person")]);
    expect((await review(bello, id, 80)).json.data.are_in).toBe(true);
  });

  it("is visible to others once both scores exist, with the mean in hundredths", async () => {
    const { id, version } = await makeApplication(app, programme, {});
    expect(await reviews(ada, id)).toEqual({ items: [], are_in: false, score: null, refusal: null });
    expect((await review(ada, id, 70, "Good plan")).json.data).toMatchObject({
      version_before: version,
      version: version + 1,
    });
    expect((await reviews(bello, id)).items).toMatchObject([
      { reviewer: { id: ada.id, name: ada.name, email: ada.email }, is_mine: false, score: null, comment: null },
    ]);
    expect(await single(bello, id)).toMatchObject({ reviews: 1, score: null, version: version + 1 });
    expect((await review(bello, id, 85, "No prices")).json.data).toMatchObject({
      are_in: true,
      score: 7_750,
      items: [
        { is_mine: false, score: 70, comment: "Good plan" },
        { is_mine: true, score: 85, comment: "No prices" },
      ],
      refusal: "Both scores are in, so reviews can't be added or changed.",
    });
    expect(await single(chika, id)).toMatchObject({ reviews: 2, score: 7_750 });
    const rows = (await auditOf(id)).filter(({ action }) => action === "grant.review");
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      [{ reviews: 1 }, { reviews: 2 }],
      [{ reviews: 0 }, { reviews: 1 }],
    ]);
  });

  it("can be changed until the other score exists, but not afterwards", async () => {
    const { id } = await makeApplication(app, programme, {});
    await review(ada, id, 70);
    const { version } = await applicationNow(app, id);
    expect((await review(ada, id, 20, "On second thought")).json.data).toMatchObject({
      items: [{ score: 20, comment: "On second thought" }],
      version_before: version,
      version,
    });
    expect((await applicationNow(app, id)).version).toBe(version);
    await review(bello, id, 60);
    for (const admin of [ada, bello, chika]) {
      const refused = await review(admin, id, 1);
      expect(refused.status).toBe(409);
      expect(refused.json).toMatchObject({ current: { id, score: 4_000 } });
    }
  });

  it("is one of two when three admins score in parallel", async () => {
    const { id } = await makeApplication(app, programme, {});
    const answers = await Promise.all([ada, bello, chika].map((admin) => review(admin, id, 50)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect(await applicationNow(app, id)).toMatchObject({ reviews: 2, scoreSum: 100 });
  });

  it("is refused for decided or unknown applications, invalid scores, and without the right", async () => {
    const { id } = await makeApplication(app, programme, { state: "approved" });
    expect((await review(ada, id, 5)).json.message).toBe(
      "This application is approved, so it can't be reviewed any more.",
    );
    expect((await reviews(ada, id)).refusal).toBe("This application is approved, so it can't be reviewed any more.");
    expect((await review(ada, uuid(), 5)).status).toBe(404);
    expect((await app.call("GET", `/grants/applications/${uuid()}/reviews`, { token: ada.token })).status).toBe(404);
    const other = await makeApplication(app, programme, {});
    for (const score of [-1, 101, 5.5, "9"]) expect((await review(ada, other.id, score as number)).status).toBe(400);
    const reader = await makeAdmin(app, { rights: rightsOf({ Grants: ["read", "approve"] }) });
    expect((await review(reader, other.id, 5)).status).toBe(403);
  });
});

describe("a conflict of interest", () => {
  it("removes the admin's score, lets another admin score, and is permanent", async () => {
    const { id } = await makeApplication(app, programme, {});
    await review(ada, id, 90);
    await review(bello, id, 10);
    const declared = await declare(bello, id, "My cousin applied");
    expect(declared.json.data).toMatchObject({
      are_in: false,
      score: null,
      items: [{ reviewer: { id: ada.id }, score: null, comment: null }],
      refusal: "You declared a conflict of interest: My cousin applied. You can't review this application.",
    });
    expect(await applicationNow(app, id)).toMatchObject({ reviews: 1, scoreSum: null });
    expect(await single(chika, id)).toMatchObject({
      my_conflict: null,
      score: null,
      conflicts: [{ admin: { id: bello.id }, reason: "My cousin applied" }],
    });
    expect((await single(bello, id)).my_conflict).toBe("You declared a conflict of interest: My cousin applied");
    expect((await auditOf(id))[0]).toMatchObject({
      action: "grant.declareConflict",
      before: { reviews: 2 },
      after: { reviews: 1, conflict: "My cousin applied" },
    });
    expect((await review(bello, id, 99)).status).toBe(409);
    expect((await declare(bello, id, "Again")).status).toBe(409);
    expect((await review(chika, id, 40)).json.data).toMatchObject({ are_in: true, score: 6_500 });
  });

  it("needs a reason, can precede any score, and is refused once the application is paid or rejected", async () => {
    const { id } = await makeApplication(app, programme, {});
    expect((await declare(ada, id, " ")).status).toBe(400);
    expect((await declare(ada, id, "My brother")).status).toBe(200);
    expect((await review(ada, id, 3)).status).toBe(409);
    for (const state of ["disbursed", "rejected"] as const) {
      const decided = await makeApplication(app, programme, { state });
      expect((await declare(ada, decided.id, "My brother")).status).toBe(409);
    }
    expect((await declare(ada, uuid(), "My brother")).status).toBe(404);
  });

  it.each(["approved", "payment_failed"] as const)(
    "does not change the mean of an application that is %s",
    async (state) => {
      const { id, scoreSum } = await makeApplication(app, programme, { state });
      const [own] = await app.db.select().from(grantReviews).where(eq(grantReviews.applicationId, id));
      expect((await declare(ada, id, "My brother")).status).toBe(200);
      expect(await single(ada, id)).toMatchObject({
        my_conflict: "You declared a conflict of interest: My brother",
        reviews: 2,
        score: 7_000,
      });
      // Declaring a conflict is possible for one of the two reviewers too.
      const mine = { applicationId: id, reviewerId: own?.reviewerId ?? "" };
      await app.db
        .update(grantReviews)
        .set({ score: null, conflict: "My aunt" })
        .where(and(eq(grantReviews.applicationId, id), eq(grantReviews.reviewerId, mine.reviewerId)));
      expect(await applicationNow(app, id)).toMatchObject({ reviews: 2, scoreSum });
      const { version } = await applicationNow(app, id);
      const body = { decision: "reject", applications: [{ id, version }], reason: "No stall" };
      const answer = await app.call("POST", "/grants/applications/decisions", { token: ada.token, body });
      expect(answer.json.data.results[0].message).toContain("Another admin has to decide.");
      await expect(
        app.db.insert(grantReviews).values({ applicationId: id, reviewerId: bello.id, score: 7 }),
      ).rejects.toThrow();
    },
  );

  it("and both scores can't be changed in the database", async () => {
    const { id } = await makeApplication(app, programme, {});
    await declare(ada, id, "My brother");
    const mine = and(eq(grantReviews.applicationId, id), eq(grantReviews.reviewerId, ada.id));
    await expect(app.db.update(grantReviews).set({ conflict: null, score: 5 }).where(mine)).rejects.toThrow();
    await expect(app.db.delete(grantReviews).where(mine)).rejects.toThrow();
    await review(bello, id, 5);
    await review(chika, id, 6);
    const dayo = await makeAdmin(app);
    await expect(
      app.db.insert(grantReviews).values({ applicationId: id, reviewerId: dayo.id, score: 7 }),
    ).rejects.toThrow();
  });
});
