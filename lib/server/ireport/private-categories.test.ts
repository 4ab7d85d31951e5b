import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { ireports } from "@/lib/server/db/schema/ireport";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeIreportCategory, makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";

const CANARY = "PRIVATE-CANARY";
const TITLE = `Title ${CANARY}`;

let app: TestApp;
type Admin = Awaited<ReturnType<typeof makeAdmin>>;
let supportAdmin: Admin;
let chiefAdmin: Admin;
let publicCategory: MadeIreportCategory;
let privateCategory: MadeIreportCategory;
let privateChild: MadeIreportCategory;

beforeAll(async () => {
  app = await startTestApp();
  supportAdmin = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }), firstName: "Support" });
  chiefAdmin = await makeAdmin(app, {
    rights: makeRights({ iReports: ["read", "update", "approve"] }),
    firstName: "Chief",
  });
  publicCategory = await makeIreportCategory(app);
  privateCategory = await makeIreportCategory(app, { private: true, name: `${CANARY} category` });
  privateChild = await makeIreportCategory(app, { parentId: privateCategory.id, name: `${CANARY} below` });
});
afterAll(() => app.stop());

const makePrivateReport = (values: Parameters<typeof makeIreport>[1] = {}) =>
  makeIreport(app, { category: privateCategory, title: TITLE, text: `Text ${CANARY}`, ...values });
const call = (method: string, path: string, actor: Admin, body?: object) =>
  app.call(method, `/ireports${path}`, { token: actor.token, body });
const storedReport = async (id: string) => (await app.db.select().from(ireports).where(eq(ireports.id, id)))[0];

describe("a report of a private category", () => {
  it.each(["itself", "below a private one"])(
    "returns 404 in every call to admins without approve if the report's category (%s) is private",
    async (location) => {
      const report = await makePrivateReport({
        category: location === "itself" ? privateCategory : privateChild,
        state: "in_progress",
      });
      const photoId = "00000000-0000-7000-8000-000000000000";
      const other = await makeIreport(app, { category: publicCategory });
      const body = { version: 1 };
      const attempts: [string, string, object?][] = [
        ["GET", ""],
        ["GET", "/thumbnails"],
        ["GET", `/photos/${photoId}`],
        ["PATCH", "/claim", {}],
        ["PATCH", "/release", {}],
        ["PATCH", "/state", { ...body, state: "in_progress" }],
        ["PATCH", "/question", { ...body, text: "Which one?" }],
        ["PATCH", "/resolution", { ...body, note: "It was done today." }],
        ["PATCH", "/rejection", { ...body, reason: "other", message: "Not for us to do." }],
        ["PATCH", "/original", { ...body, original_id: other.id }],
        ["PATCH", "/reopening", { ...body, reason: "Broken again." }],
        ["PATCH", "/priority", { ...body, priority: "high" }],
        ["PATCH", "/category", { ...body, category_id: publicCategory.id }],
        ["POST", "/updates", { text: "Hello" }],
        ["POST", "/notes", { text: "Hello" }],
      ];
      for (const [method, path, requestBody] of attempts) {
        const answered = await call(method, `/${report.id}${path}`, supportAdmin, requestBody);
        expect(answered.status, `${method} ${path}`).toBe(404);
        expect(JSON.stringify(answered.json)).not.toMatch(new RegExp(`${CANARY}|${report.number}`));
      }
      expect((await call("GET", `/thumbnails?ids=${report.id}`, supportAdmin)).json.data.items).toEqual([]);
      expect(await storedReport(report.id)).toMatchObject({ version: 1, state: "in_progress" });
      expect((await call("GET", `/${report.id}`, chiefAdmin)).json.data).toMatchObject({
        title: TITLE,
        category: { private: true },
      });
    },
  );

  it("shows a private report to its owner, who can work on it but not reveal it to others", async () => {
    const report = await makePrivateReport({ ownerId: supportAdmin.id, state: "in_progress" });
    expect((await call("GET", `/${report.id}`, supportAdmin)).json.data.title).toBe(TITLE);
    const moved = await call("PATCH", `/${report.id}/category`, supportAdmin, {
      version: 1,
      category_id: publicCategory.id,
    });
    expect(moved).toMatchObject({ status: 403, json: { message: expect.stringContaining("private") } });
    const released = await call("PATCH", `/${report.id}/release`, supportAdmin, {});
    expect(released).toMatchObject({ status: 403, json: { message: expect.stringContaining("private") } });
  });

  it("accepts a private report only as original of other private reports, and reveals it on no page", async () => {
    const original = await makePrivateReport();
    const publicReport = await makeIreport(app, { category: publicCategory });
    const markDuplicate = (id: string, original_id: string, actor: Admin) =>
      call("PATCH", `/${id}/original`, actor, { version: 1, original_id });
    const unseenOriginal = await markDuplicate(publicReport.id, original.id, supportAdmin);
    expect(unseenOriginal).toMatchObject({ status: 409, json: { message: expect.stringContaining("does not exist") } });
    expect(JSON.stringify(unseenOriginal.json)).not.toContain(CANARY);
    for (const [id, to] of [
      [publicReport.id, original.id],
      [original.id, publicReport.id],
    ] as const)
      expect((await markDuplicate(id, to, chiefAdmin)).json.message).toContain("only be joined to a private one");

    // The two reports were linked as duplicate and original while both were visible. Then one of them became private.
    const moved = await makeIreport(app, { category: publicCategory, title: TITLE });
    const joined = await makeIreport(app, { category: publicCategory, state: "duplicate", originalId: moved.id });
    const nestedDuplicate = await makeIreport(app, {
      category: publicCategory,
      state: "duplicate",
      originalId: joined.id,
    });
    await call("PATCH", `/${moved.id}/category`, chiefAdmin, { version: 1, category_id: privateCategory.id });
    const visibleDuplicate = await call("GET", `/${joined.id}`, supportAdmin);
    expect(visibleDuplicate.json.data).toMatchObject({ original: null, duplicates: [{ id: nestedDuplicate.id }] });
    expect(JSON.stringify(visibleDuplicate.json)).not.toContain(CANARY);
    expect((await call("GET", `/${joined.id}`, chiefAdmin)).json.data.original.title).toBe(TITLE);
  });

  it("lets only admins who see private categories move a report to one; the audit trail omits both category names", async () => {
    const report = await makeIreport(app, { category: publicCategory });
    const refused = await call("PATCH", `/${report.id}/category`, supportAdmin, {
      version: 1,
      category_id: privateCategory.id,
    });
    expect(refused).toMatchObject({ status: 400, json: { message: expect.stringContaining("does not exist") } });
    const moved = await call("PATCH", `/${report.id}/category`, chiefAdmin, {
      version: 1,
      category_id: privateChild.id,
    });
    expect(moved.json.data.category).toMatchObject({ id: privateChild.id, private: true });
    const rows = await app.db.select().from(auditTrails).where(eq(auditTrails.recordId, report.id));
    expect(rows.at(-1)).toMatchObject({ before: { category: publicCategory.id }, after: { category: "private" } });
    expect((await call("GET", `/${report.id}`, supportAdmin)).status).toBe(404);
  });

  it("hides a category's name in a report's older history once the category has become private", async () => {
    const laterPrivate = await makeIreportCategory(app, { name: `${CANARY} later` });
    const report = await makeIreport(app, { category: laterPrivate });
    await call("PATCH", `/${report.id}/category`, chiefAdmin, { version: 1, category_id: publicCategory.id });
    expect((await call("GET", `/${report.id}`, supportAdmin)).json.data.timeline[0].changes[0].before).toContain(
      CANARY,
    );
    await app.db.execute(`update ireport_categories set private = true where id = '${laterPrivate.id}'`);
    expect(JSON.stringify((await call("GET", `/${report.id}`, supportAdmin)).json)).not.toContain(CANARY);
  });

  it("keeps a private report's title, text, notes and messages out of the audit trail, and its title out of the reporter's mail", async () => {
    const report = await makePrivateReport({ state: "in_progress" });
    await app.mails();
    const writeMessage = (kind: string) =>
      call("POST", `/${report.id}/${kind}`, chiefAdmin, { text: `${kind} ${CANARY}` });
    await writeMessage("notes");
    await writeMessage("updates");
    const body = { version: (await storedReport(report.id))?.version, note: `Resolved ${CANARY}` };
    expect((await call("PATCH", `/${report.id}/resolution`, chiefAdmin, body)).status).toBe(200);
    expect(JSON.stringify(await app.db.select().from(auditTrails))).not.toContain(CANARY);
    const mails = await app.mails();
    expect(mails).toHaveLength(2);
    expect(JSON.stringify(mails)).not.toContain(TITLE);
  });
});
