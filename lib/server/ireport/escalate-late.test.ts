import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { admins } from "@/lib/server/db/schema/admin";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { countUrgentMails } from "@/lib/server/testing/queued-news";
import { escalateLateReports } from "./escalate-late";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await escalateLateReports(app.db);
  await app.mails();
});

const SUBMITTED_LATE = new Date(Date.now() - 100 * 3_600_000);
const READ_RIGHTS = makeRights({ iReports: ["read"] });
let departmentCount = 0;
async function makeDepartment(leadId: string | null) {
  const id = uuid();
  await app.db.insert(ireportDepartments).values({ id, name: `Department ${++departmentCount}`, leadId });
  return makeIreportCategory(app, { departmentId: id });
}
const fetchRow = async (id: string) => (await app.db.select().from(ireports).where(eq(ireports.id, id)))[0];

describe("escalateLate", () => {
  it("mails a department's lead once about reports late by either deadline clock, and audits each escalation without an admin as actor", async () => {
    const leadAdmin = await makeAdmin(app, { rights: READ_RIGHTS, firstName: "Grace" });
    const category = await makeDepartment(leadAdmin.id);
    const subcategory = await makeIreportCategory(app, { parentId: category.id });
    const owner = await makeAdmin(app, { firstName: "Ogar" });
    const late = await makeIreport(app, {
      category,
      submittedAt: SUBMITTED_LATE,
      title: "Deep\r\nBcc: x@example.com pothole",
    });
    const lateInState = await makeIreport(app, {
      category: subcategory,
      submittedAt: new Date(Date.now() - 5 * 3_600_000),
      ownerId: owner.id,
    });
    await makeIreport(app, { category, submittedAt: new Date() });
    await makeIreport(app, { category, submittedAt: SUBMITTED_LATE, state: "waiting_for_citizen" });
    await makeIreport(app, { category, submittedAt: SUBMITTED_LATE, state: "resolved" });
    expect(await escalateLateReports(app.db)).toBe(2);
    expect(await countUrgentMails(app)).toBe(0);
    const mails = await app.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: leadAdmin.email, subject: "2 reports are late" });
    expect(mails[0]?.text).toContain(`${late.number} Deep Bcc: x@example.com pothole`);
    expect(mails[0]?.text).toContain("with nobody");
    expect(mails[0]?.text).toContain(lateInState.number);
    expect(mails[0]?.text).toContain(`with ${owner.name}`);
    expect(await fetchRow(late.id)).toMatchObject({ escalatedAt: expect.any(Date), version: 1 });
    const rows = (await app.audit()).filter(({ recordId }) => recordId === late.id);
    expect(rows).toEqual([
      expect.objectContaining({
        action: "ireport.escalate",
        adminId: null,
        recordName: late.number,
        after: { escalated: leadAdmin.name },
      }),
    ]);
    expect(await escalateLateReports(app.db)).toBe(0);
    expect(await app.mails()).toEqual([]);
  });

  it("omits title and category of private reports from the mail about late reports", async () => {
    const leadAdmin = await makeAdmin(app, { rights: READ_RIGHTS });
    const category = await makeDepartment(leadAdmin.id);
    const secret = await makeIreportCategory(app, { parentId: category.id, private: true, name: "Canary office" });
    const report = await makeIreport(app, {
      category: secret,
      submittedAt: SUBMITTED_LATE,
      title: "Canary bribe",
      text: "Canary text",
    });
    expect(await escalateLateReports(app.db)).toBe(1);
    const [mail] = await app.mails();
    expect(mail?.text).toContain(report.number);
    expect(JSON.stringify([mail, await app.audit()])).not.toContain("Canary");
  });

  it("does not escalate a late report until its department has an active lead who can read reports", async () => {
    const leadAdmin = await makeAdmin(app, { rights: READ_RIGHTS, status: "suspended" });
    const report = await makeIreport(app, {
      category: await makeDepartment(leadAdmin.id),
      submittedAt: SUBMITTED_LATE,
    });
    const outsider = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    await makeIreport(app, { category: await makeDepartment(outsider.id), submittedAt: SUBMITTED_LATE });
    await makeIreport(app, { category: await makeDepartment(null), submittedAt: SUBMITTED_LATE });
    await makeIreport(app, { submittedAt: SUBMITTED_LATE });
    expect(await escalateLateReports(app.db)).toBe(0);
    expect((await fetchRow(report.id))?.escalatedAt).toBeNull();
    const officer = await makeAdmin(app, { rights: READ_RIGHTS });
    const lateList = await app.call("GET", `/ireports?late=true&category=${report.categoryId}`, {
      token: officer.token,
    });
    expect(lateList.json.data.total).toBe(1);
    await app.db.update(admins).set({ status: "active" }).where(eq(admins.id, leadAdmin.id));
    expect(await escalateLateReports(app.db)).toBe(1);
    expect((await app.mails()).map(({ to }) => to)).toEqual([leadAdmin.email]);
  });

  it("sends one mail to a lead of several departments, and escalates each report once in concurrent runs", async () => {
    const leadAdmin = await makeAdmin(app, { rights: READ_RIGHTS });
    const categories = [await makeDepartment(leadAdmin.id), await makeDepartment(leadAdmin.id)];
    const reports = [];
    for (const category of categories) reports.push(await makeIreport(app, { category, submittedAt: SUBMITTED_LATE }));
    const counts = await Promise.all([
      escalateLateReports(app.db),
      escalateLateReports(app.db),
      escalateLateReports(app.db),
    ]);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(2);
    const text = (await app.mails()).map((mail) => mail.text).join();
    for (const { number, id } of reports) {
      expect(text.split(number)).toHaveLength(2);
      expect((await app.audit()).filter(({ recordId }) => recordId === id)).toHaveLength(1);
    }
  });
});
