import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { files } from "@/lib/server/db/schema/file";
import { ireportPhotos, ireports } from "@/lib/server/db/schema/ireport";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { APP_KEY, makeAdmin, makeUser, OTHER_APP_KEY, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  type MadeIreportCategory,
  makeIreport,
  makeIreportCategory,
  reportFilingBody,
  uploadTestFile,
} from "@/lib/server/testing/ireports";
import { makePdf, makePicture } from "@/lib/server/testing/pictures";
import { countUrgentMails } from "@/lib/server/testing/queued-news";

let app: TestApp;
let grace: Awaited<ReturnType<typeof makeAdmin>>;
let category: MadeIreportCategory;
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
/** Coordinates of points in Calabar Municipal, Obudu and Lagos. */
const CALABAR = { lat: 4.9757, lng: 8.3417 };
const OBUDU = { lat: 6.66, lng: 9.16 };
const LAGOS = { lat: 6.5244, lng: 3.3792 };

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }), firstName: "Grace" });
  category = await makeIreportCategory(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.mails();
});

const post = (path: string, body: object, headers?: Record<string, string>) =>
  app.callAsApp("POST", `/reports${path}`, { body, headers });
const fileReport = (values: object, headers?: Record<string, string>) =>
  post("", reportFilingBody(category.id, values), headers);
const createReport = (values: Parameters<typeof makeIreport>[1] = {}) => makeIreport(app, { category, ...values });
const storedReport = async (id: string) => (await app.db.select().from(ireports).where(eq(ireports.id, id)))[0];
const auditRows = (id: string) =>
  app.db.select().from(auditTrails).where(eq(auditTrails.recordId, id)).orderBy(asc(auditTrails.id));
const countReports = async () => (await app.db.select().from(ireports)).length;
const upload = async (seed: number, token = APP_KEY) => {
  const makePhoto = await (await makePicture(seed))
    .withExif({ IFD0: { Copyright: "EXIF-CANARY" } })
    .jpeg()
    .toBuffer();
  return (await uploadTestFile(app, "/app/uploads", makePhoto, { token })).json.data.id as string;
};

describe("filing a report", () => {
  it("files a report with deadlines and photos; the audit row has citizen and app, but none of its text", async () => {
    const user = await makeUser(app);
    const photos = [await upload(1), await upload(2)];
    const filed = await fileReport({ user_id: user.id, ...CALABAR, lga: undefined, ward: "Ward 3", photos });
    expect(filed.status, JSON.stringify(filed.json)).toBe(200);
    expect(filed.json.data).toMatchObject({
      number: expect.stringMatching(/^IR-\d{6}$/),
      state: "submitted",
      code: null,
    });
    const report = await storedReport(filed.json.data.id);
    expect(report).toMatchObject({
      reporterId: user.id,
      codeHash: null,
      lga: "Calabar Municipal",
      ward: "Ward 3",
      lat: CALABAR.lat,
      photos: 2,
      targetHours: 72,
      priority: "normal",
    });
    expect((report?.dueAt.getTime() ?? 0) - (report?.submittedAt.getTime() ?? 0)).toBe(72 * 3_600_000);
    expect((report?.stateDueAt?.getTime() ?? 0) - (report?.submittedAt.getTime() ?? 0)).toBe(4 * 3_600_000);
    const [row] = await auditRows(filed.json.data.id);
    expect(row).toMatchObject({
      action: "ireport.file",
      adminId: user.id,
      adminName: `${user.firstName} ${user.lastName} (citizen)`,
      device: "Citizen app demo",
      recordType: "ireport",
      recordName: filed.json.data.number,
      after: { state: "submitted", category: category.id, photos: 2 },
    });
    expect(JSON.stringify(row)).not.toContain("Marian");
    const storedRows = await app.db.select().from(ireportPhotos).where(eq(ireportPhotos.ireportId, filed.json.data.id));
    expect(storedRows.map(({ position, messageId }) => ({ position, messageId }))).toEqual([
      { position: 0, messageId: null },
      { position: 1, messageId: null },
    ]);
    for (const { fileId, thumbnail } of storedRows) {
      const [bytes] = await app.db.select().from(files).where(eq(files.id, fileId));
      expect(bytes?.bytes?.toString("latin1")).not.toContain("EXIF-CANARY");
      expect(thumbnail.length).toBeGreaterThan(100);
    }
    expect(await app.mails()).toEqual([]);
  });

  it("accepts the LGA sent with a report if the report's coordinates are in or near it", async () => {
    const { id: user_id } = await makeUser(app);
    const sameAsPoint = await fileReport({ user_id, ...CALABAR, lga: "Calabar South" });
    expect(sameAsPoint.status, JSON.stringify(sameAsPoint.json)).toBe(200);
    expect((await storedReport(sameAsPoint.json.data.id))?.lga).toBe("Calabar South");
    const lgaOnly = await fileReport({ user_id, lga: "Yakurr" });
    expect(await storedReport(lgaOnly.json.data.id)).toMatchObject({ lga: "Yakurr", lat: null, cell: null });
  });

  it("refuses an invalid report with advice, and stores nothing", async () => {
    const { id: user_id } = await makeUser(app);
    const closed = await makeUser(app, { status: "closed" });
    const inactiveCategory = await makeIreportCategory(app, { active: false });
    const subcategory = await makeIreportCategory(app, { parentId: inactiveCategory.id });
    const pdf = await uploadTestFile(app, "/app/uploads", makePdf(), { type: "application/pdf" });
    const usedUpload = await upload(3);
    await fileReport({ user_id, photos: [usedUpload] });
    const before = await countReports();
    const sixIds = Array.from({ length: 6 }, () => uuid());
    const invalidCases: [string, object, number, RegExp][] = [
      ["unknown category", { user_id, category_id: UNKNOWN_ID }, 400, /category does not exist.*choose another/i],
      ["inactive category", { user_id, category_id: inactiveCategory.id }, 400, /no longer accepts reports/],
      ["category below an inactive one", { user_id, category_id: subcategory.id }, 400, /no longer accepts reports/],
      ["point outside the state", { user_id, ...LAGOS }, 400, /not in Cross River State/],
      ["point outside, no LGA", { user_id, ...LAGOS, lga: undefined }, 400, /not in Cross River State/],
      ["point in another LGA", { user_id, ...OBUDU }, 400, /is in Obudu, not in Calabar Municipal/],
      ["no place", { user_id, lga: undefined }, 400, /Send the place/],
      ["half a point", { user_id, lat: 5 }, 400, /lat and lng together/],
      ["no such LGA", { user_id, lga: "Ikeja" }, 400, /lga/],
      ["six photos", { user_id, photos: sixIds }, 400, /at most 5 photos/],
      ["a photo twice", { user_id, photos: [sixIds[0], sixIds[0]] }, 400, /each photo once/],
      ["an unknown photo", { user_id, photos: [UNKNOWN_ID] }, 400, /no longer here/],
      ["a used photo", { user_id, photos: [usedUpload] }, 400, /no longer here/],
      ["another app's photo", { user_id, photos: [await upload(4, OTHER_APP_KEY)] }, 400, /no longer here/],
      ["a PDF", { user_id, photos: [pdf.json.data.id] }, 400, /photos only, no PDF/],
      ["a title too short", { user_id, title: "Hole" }, 400, /at least 5/],
      ["a text too long", { user_id, text: "x".repeat(4_001) }, 400, /at most 4,000/],
      ["what it doesn't know", { user_id, state: "resolved" }, 400, /"state" is unknown here/],
      ["nobody, and not anonymous", {}, 400, /user_id of the citizen/],
      ["an unknown citizen", { user_id: UNKNOWN_ID }, 404, /does not exist/],
      ["a closed citizen", { user_id: closed.id }, 409, /account is closed/],
    ];
    for (const [caseName, values, status, words] of invalidCases) {
      const refused = await fileReport(values);
      expect(refused.status, `${caseName}: ${JSON.stringify(refused.json)}`).toBe(status);
      expect(refused.json.message, caseName).toMatch(words);
    }
    expect(await countReports()).toBe(before);
    const storedRows = await app.db.select().from(auditTrails).where(eq(auditTrails.outcome, "refused"));
    expect(storedRows.some(({ adminId, refusal }) => adminId === closed.id && refusal?.includes("closed"))).toBe(true);
  });

  it("requires the app's key and an Idempotency-Key to file a report", async () => {
    const { id: user_id } = await makeUser(app);
    const body = reportFilingBody(category.id, { user_id });
    const headers = { "idempotency-key": uuid() };
    expect((await app.call("POST", "/app/reports", { body, headers })).status).toBe(401);
    expect((await app.call("POST", "/app/reports", { body, headers, token: grace.token })).status).toBe(401);
    const withoutKey = await app.call("POST", "/app/reports", { body, token: APP_KEY });
    expect(withoutKey).toMatchObject({ status: 400, json: { message: expect.stringContaining("Idempotency-Key") } });
    expect((await app.call("GET", "/ireports", { token: APP_KEY })).status).toBe(401);
  });

  it("files one report from 50 concurrent retries, named or anonymous, with equal responses", async () => {
    const { id: user_id } = await makeUser(app);
    for (const values of [{ user_id }, { anonymous: true }]) {
      const before = await countReports();
      const photos = [await upload(5)];
      const headers = { "idempotency-key": uuid() };
      const answers = await Promise.all(Array.from({ length: 50 }, () => fileReport({ ...values, photos }, headers)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      expect(await countReports()).toBe(before + 1);
      expect(await auditRows(answers[0]?.json.data.id)).toHaveLength(1);
      const other = await fileReport({ ...values, title: "Another title for it" }, headers);
      expect(other).toMatchObject({ status: 400, json: { message: expect.stringContaining("already used") } });
    }
  });

  it("accepts a report in a private category, and omits the category from the audit trail", async () => {
    const hidden = await makeIreportCategory(app, { private: true });
    const { id: user_id } = await makeUser(app);
    const filed = await post("", reportFilingBody(hidden.id, { user_id }));
    expect(filed.status).toBe(200);
    const [row] = await auditRows(filed.json.data.id);
    expect(row?.after).toMatchObject({ category: "private" });
    expect(JSON.stringify(row)).not.toContain(hidden.id);
    expect((await app.call("GET", `/ireports/${filed.json.data.id}`, { token: grace.token })).status).toBe(404);
  });
});

describe("what citizens read", () => {
  it("lists a citizen's own reports, newest first, with state and public messages", async () => {
    const user = await makeUser(app);
    const first = await createReport({ reporterId: user.id, submittedAt: new Date(Date.now() - 7_200_000) });
    const second = await createReport({ reporterId: user.id, state: "in_progress" });
    await createReport();
    const list = await app.callAsApp("GET", `/reports?user_id=${user.id}`);
    expect(list.json.data.items.map(({ number }: { number: string }) => number)).toEqual([second.number, first.number]);
    await app.call("POST", `/ireports/${second.id}/notes`, { token: grace.token, body: { text: "NOTE-CANARY" } });
    await app.call("POST", `/ireports/${second.id}/updates`, { token: grace.token, body: { text: "We are on it." } });
    const followed = await post("/follow", { user_id: user.id, ireport_id: second.id });
    expect(followed.json.data).toMatchObject({
      number: second.number,
      category: category.name,
      state: "in_progress",
      messages: [{ kind: "update", from: "desk", text: "We are on it.", photos: 0 }],
      may_answer: false,
      may_rate: false,
      may_reopen_until: null,
      rating: null,
    });
    for (const canary of ["NOTE-CANARY", grace.id, grace.name.split(" ")[1] ?? "none", user.id])
      expect(JSON.stringify(followed.json)).not.toContain(canary);
  });

  it("returns 404 for another citizen's report and for a wrong code of an anonymous report", async () => {
    const otherReport = await createReport();
    const other = await makeUser(app);
    const otherUser = { user_id: other.id };
    expect((await post("/follow", { ...otherUser, ireport_id: otherReport.id })).status).toBe(404);
    expect((await post("/follow", { code: "0000-0000-0000-0000" })).status).toBe(404);
    expect((await post("/follow", { ...otherUser, code: "0000-0000-0000-0000" })).status).toBe(400);
    expect((await post("/follow", otherUser)).json.message).toContain("the id of the report");
    const writes = [
      ["answers", { text: "Here" }],
      ["rating", { stars: 5 }],
      ["reopening", { reason: "Not done" }],
    ] as const;
    for (const [path, body] of writes) {
      expect((await post(`/${otherReport.id}/${path}`, { ...otherUser, ...body })).status).toBe(404);
      expect((await post(`/${otherReport.id}/${path}`, { code: "0000-0000-0000-0000", ...body })).status).toBe(404);
      expect((await post(`/${otherReport.id}/${path}`, body)).status).toBe(400);
    }
    expect((await auditRows(otherReport.id)).every(({ outcome }) => outcome === "refused")).toBe(true);
  });

  it("lists the categories that accept reports, parents first; includes private ones in the app, but not in the public API", async () => {
    const parent = await makeIreportCategory(app, { position: 50, name: "Roads" });
    const child = await makeIreportCategory(app, { parentId: parent.id, name: "Potholes", icon: "car" });
    const hidden = await makeIreportCategory(app, { position: 51, private: true, name: "PRIVATE-CANARY" });
    const subcategoryOfPrivate = await makeIreportCategory(app, { parentId: hidden.id, name: "CANARY-BELOW" });
    await makeIreportCategory(app, { active: false, name: "OFF-CANARY" });
    const appCategories = await app.callAsApp("GET", "/report-categories");
    expect(appCategories.json.data.items.slice(-4)).toMatchObject([
      { id: parent.id, parent_id: null, private: false },
      { id: child.id, parent_id: parent.id, icon: "car", target_hours: 72 },
      { id: hidden.id, private: true },
      { id: subcategoryOfPrivate.id, private: true },
    ]);
    const publicCategories = await app.call("GET", "/public/report-categories");
    expect(publicCategories.status).toBe(200);
    expect(publicCategories.json.data.items.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([parent.id, child.id]),
    );
    expect(JSON.stringify(publicCategories.json)).not.toMatch(/CANARY|private/);
    expect(JSON.stringify(appCategories.json)).not.toContain("OFF-CANARY");
  });
});

describe("answering", () => {
  it("returns an answered report to its previous state, moves its due times, and stores photos with the answer", async () => {
    const report = await createReport({ state: "waiting_for_citizen", ownerId: grace.id });
    const answered = await post(`/${report.id}/answers`, {
      user_id: report.reporter?.id,
      text: "Behind the filling station.",
      photos: [await upload(6)],
    });
    expect(answered.json.data).toMatchObject({
      state: "in_progress",
      messages: [{ kind: "answer", from: "citizen", text: "Behind the filling station.", photos: 1 }],
    });
    const now = await storedReport(report.id);
    expect(now).toMatchObject({ ownerId: grace.id, resumeState: null, stoppedAt: null, photos: 0, version: 2 });
    expect(now?.dueAt.getTime()).toBe(report.dueAt.getTime() + (now?.stoppedMs ?? 0));
    expect(now?.stoppedMs).toBeGreaterThan(3_000_000);
    expect((await auditRows(report.id)).at(-1)).toMatchObject({
      action: "ireport.answer",
      adminId: report.reporter?.id,
      before: { state: "waiting_for_citizen" },
      after: { state: "in_progress", message: "answer", photos: 1 },
    });
    const staffView = await app.call("GET", `/ireports/${report.id}`, { token: grace.token });
    expect(staffView.json.data.messages).toMatchObject([{ kind: "answer", by: null, photos: [{ width: 600 }] }]);
    const secondAnswer = await post(`/${report.id}/answers`, { user_id: report.reporter?.id, text: "And more." });
    expect(secondAnswer).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("This report has no open question") },
    });
  });

  it("refuses an answer with a PDF or an unknown photo, and changes nothing", async () => {
    const report = await createReport({ state: "waiting_for_citizen" });
    const pdf = await uploadTestFile(app, "/app/uploads", makePdf(), { type: "application/pdf" });
    for (const photo of [pdf.json.data.id, UNKNOWN_ID]) {
      const body = { user_id: report.reporter?.id, text: "See the photo.", photos: [photo] };
      expect((await post(`/${report.id}/answers`, body)).status).toBe(400);
    }
    expect((await storedReport(report.id))?.state).toBe("waiting_for_citizen");
  });
});

describe("rating and reopening", () => {
  it("stores one rating per resolution, and keeps the comment out of the audit trail", async () => {
    const report = await createReport({ state: "resolved", ownerId: grace.id });
    const reporter = { user_id: report.reporter?.id };
    const before = await post("/follow", { ...reporter, ireport_id: report.id });
    expect(before.json.data).toMatchObject({ may_rate: true, may_reopen_until: expect.any(String) });
    const rated = await post(`/${report.id}/rating`, { ...reporter, stars: 2, comment: "COMMENT-CANARY" });
    expect(rated.json.data).toMatchObject({ may_rate: false, rating: 2 });
    expect((await auditRows(report.id)).at(-1)).toMatchObject({ action: "ireport.rate", after: { rating: 2 } });
    expect(JSON.stringify(await auditRows(report.id))).not.toContain("CANARY");
    expect((await post(`/${report.id}/rating`, { ...reporter, stars: 5 })).json.message).toContain("rated already");
    for (const stars of [0, 6, 2.5])
      expect((await post(`/${report.id}/rating`, { ...reporter, stars })).status).toBe(400);
    const staffView = await app.call("GET", `/ireports/${report.id}`, { token: grace.token });
    expect(staffView.json.data.rating).toMatchObject({ stars: 2, comment: "COMMENT-CANARY" });

    const reopened = await post(`/${report.id}/reopening`, { ...reporter, reason: "It broke after one day." });
    expect(reopened.json.data).toMatchObject({ state: "in_progress", may_reopen_until: null });
    expect(await storedReport(report.id)).toMatchObject({
      ownerId: grace.id,
      reopened: 1,
      rating: 2,
      resolvedAt: null,
    });
    const version = (await storedReport(report.id))?.version;
    const body = { version, note: "Filled with asphalt this time." };
    await app.call("PATCH", `/ireports/${report.id}/resolution`, { token: grace.token, body });
    const secondRating = await post(`/${report.id}/rating`, { ...reporter, stars: 5 });
    expect(secondRating.json.data).toMatchObject({ rating: 5, may_rate: false });
  });

  it("a report reopened by its citizen becomes unassigned if its officer is suspended; reporters of duplicates do not get the citizen's reason", async () => {
    const suspendedOfficer = await makeAdmin(app, { status: "suspended" });
    const report = await createReport({ state: "resolved", ownerId: suspendedOfficer.id });
    const other = await createReport({ state: "duplicate", originalId: report.id });
    const body = { user_id: report.reporter?.id, reason: "REASON-CANARY" };
    expect((await post(`/${report.id}/reopening`, body)).status).toBe(200);
    expect(await storedReport(report.id)).toMatchObject({ state: "in_progress", ownerId: null });
    expect(await countUrgentMails(app)).toBe(0);
    const mails = await app.mails();
    expect(mails.map(({ to }) => to)).toEqual([other.reporter?.email]);
    expect(JSON.stringify(mails)).not.toContain("CANARY");
    const followed = await post("/follow", { user_id: other.reporter?.id, ireport_id: other.id });
    expect(JSON.stringify(followed.json)).not.toContain("CANARY");
  });

  it("refuses a citizen's request to reopen a report after 14 days or from a closed account", async () => {
    const oldReport = await createReport({ state: "resolved", submittedAt: new Date(Date.now() - 15 * 86_400_000) });
    const lateReopening = await post(`/${oldReport.id}/reopening`, {
      user_id: oldReport.reporter?.id,
      reason: "Broken again.",
    });
    expect(lateReopening).toMatchObject({ status: 409, json: { message: expect.stringContaining("14 days") } });
    const followed = await post("/follow", { user_id: oldReport.reporter?.id, ireport_id: oldReport.id });
    expect(followed.json.data.may_reopen_until).toBeNull();
    const report = await createReport({ state: "resolved" });
    await app.db.execute(sql`update users set status = 'closed' where id = ${report.reporter?.id}`);
    const closed = await post(`/${report.id}/reopening`, { user_id: report.reporter?.id, reason: "Broken again." });
    expect(closed).toMatchObject({ status: 409, json: { message: expect.stringContaining("account is closed") } });
  });

  it("allows only one of two concurrent reopenings of a report, by an officer and by the citizen", async () => {
    for (let round = 0; round < 10; round++) {
      const report = await createReport({ state: "resolved", ownerId: grace.id });
      const answers = await Promise.all([
        post(`/${report.id}/reopening`, { user_id: report.reporter?.id, reason: "Broken again." }),
        app.call("PATCH", `/ireports/${report.id}/reopening`, {
          token: grace.token,
          body: { version: 1, reason: "Broken again." },
        }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await storedReport(report.id))?.reopened).toBe(1);
    }
  });
});
