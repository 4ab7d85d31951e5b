import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { IREPORT_BULK_ACTION_MAX } from "@/lib/contract/ireport.values";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { IS_IREPORT_CHANGE_SQL } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeIreportCategory, makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { countUrgentMails } from "@/lib/server/testing/queued-news";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
const OFFICER_RIGHTS = makeRights({ iReports: ["read", "update"] });
let app: TestApp;
let officer: Admin;
let colleague: Admin;
let headOfficer: Admin;
let openCategory: MadeIreportCategory;
let privateCategory: MadeIreportCategory;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  colleague = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
  headOfficer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update", "approve"] }) });
  openCategory = await makeIreportCategory(app);
  privateCategory = await makeIreportCategory(app, { private: true });
});
afterAll(() => app.stop());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const post = (path: string, body: object, actor = officer) =>
  app.call("POST", `/ireports/${path}`, { token: actor.token, body });
const fetchRow = async (id: string) => (await app.db.select().from(ireports).where(eq(ireports.id, id)))[0];
const reportVersions = (...reports: { id: string; version: number }[]) =>
  reports.map(({ id, version }) => ({ ireportId: id, version }));
const doneAuditRows = async (id: string) =>
  (await app.audit()).filter((row) => row.recordId === id && row.outcome === "done");
const refusedAuditRows = async (id: string) =>
  (await app.audit()).filter((row) => row.recordId === id && row.outcome === "refused");

describe("next", () => {
  beforeEach(async () => {
    await app.db.execute(sql`update ireports set owner_id = ${headOfficer.id} where owner_id is null`);
  });

  it("claims and acknowledges the unassigned report that is due first", async () => {
    await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(2) });
    const first = await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(9) });
    await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(99), state: "waiting_for_citizen" });
    await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(99), state: "resolved" });
    await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(99), ownerId: colleague.id });
    await makeIreport(app, { category: privateCategory, submittedAt: hoursAgo(99) });
    const single = await app.call("GET", `/ireports/${uuid()}`, { token: officer.token });
    expect(single.status).toBe(404);
    const answer = await post("next", {});
    expect(answer.json.data).toMatchObject({
      id: first.id,
      state: "acknowledged",
      owner: { id: officer.id },
      version: 2,
    });
    expect(await doneAuditRows(first.id)).toEqual([
      expect.objectContaining({
        action: "ireport.next",
        recordName: first.number,
        before: { state: "submitted", owner: null },
        after: { state: "acknowledged", owner: officer.id },
      }),
    ]);
  });

  it("gives concurrent officers different reports, and a message if none is left", async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) => makeIreport(app, { category: openCategory, submittedAt: hoursAgo(n + 1) })),
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => post("next", {}, n % 2 ? officer : colleague)),
    );
    const takenIds = answers.filter(({ status }) => status === 200).map(({ json }) => json.data.id);
    expect(takenIds.sort()).toEqual(made.map(({ id }) => id).sort());
    const conflictAnswers = answers.filter(({ status }) => status !== 200);
    expect(conflictAnswers.map(({ status, json }) => [status, json.code])).toEqual([
      [404, "NOTHING_WAITS"],
      [404, "NOTHING_WAITS"],
    ]);
  });

  it("skips a locked report without waiting when an officer claims the next report", async () => {
    const claimedReport = await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(30) });
    const second = await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(20) });
    await app.db.transaction(async (tx) => {
      await tx.select({ id: ireports.id }).from(ireports).where(eq(ireports.id, claimedReport.id)).for("update");
      expect((await post("next", {})).json.data.id).toBe(second.id);
    });
  });

  it("the next report for an officer is never the one that they are leaving or one that they may not read", async () => {
    const secret = await makeIreport(app, { category: privateCategory, submittedAt: hoursAgo(50) });
    const openReport = await makeIreport(app, { category: openCategory, submittedAt: hoursAgo(9) });
    expect((await post("next", { skip: openReport.id })).status).toBe(404);
    const single = await app.call("GET", `/ireports/${openReport.id}`, { token: headOfficer.token });
    expect(single.json.data.upcoming).toBe(secret.id);
    expect(
      (await app.call("GET", `/ireports/${openReport.id}`, { token: officer.token })).json.data.upcoming,
    ).toBeNull();
    expect((await post("next", {}, headOfficer)).json.data.id).toBe(secret.id);
  });

  it("refuses to claim the next report for an admin who may only read reports", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    for (const path of ["next", "assignments", "states"]) expect((await post(path, {}, reader)).status).toBe(403);
  });
});

describe("assign", () => {
  it("assigns reports to another admin, the caller or nobody, audits each, and keeps states and deadlines", async () => {
    const [a, b] = [
      await makeIreport(app, { category: openCategory }),
      await makeIreport(app, { category: openCategory, state: "in_progress" }),
    ];
    const answer = await post("assignments", { reports: reportVersions(a, b), owner: colleague.id });
    expect(answer.json.data.results).toEqual([
      { id: a.id, name: a.number, done: true, message: `Assigned to ${colleague.name}.` },
      { id: b.id, name: b.number, done: true, message: `Assigned to ${colleague.name}.` },
    ]);
    for (const report of [a, b]) {
      const row = await fetchRow(report.id);
      expect(row).toMatchObject({ ownerId: colleague.id, state: report.state, dueAt: report.dueAt, version: 2 });
      expect(row?.stateDueAt).toEqual(report.stateDueAt);
      expect(await doneAuditRows(report.id)).toEqual([
        expect.objectContaining({ action: "ireport.assign", before: { owner: null }, after: { owner: colleague.id } }),
      ]);
    }
    const mine = await post("assignments", { reports: [{ ireportId: a.id, version: 2 }], owner: "me" });
    expect(mine.json.data.results[0]).toMatchObject({ done: true, message: "Assigned to you." });
    await post("assignments", { reports: [{ ireportId: a.id, version: 3 }], owner: "nobody" });
    expect(await fetchRow(a.id)).toMatchObject({ ownerId: null, version: 4 });
  });

  it("returns and audits a reason for each report that could not be assigned", async () => {
    const mine = await makeIreport(app, { category: openCategory, ownerId: officer.id });
    const done = await makeIreport(app, { category: openCategory, state: "resolved" });
    const staleReport = await makeIreport(app, { category: openCategory, ownerId: colleague.id, version: 3 });
    const secret = await makeIreport(app, { category: privateCategory });
    const unknownReport = { id: uuid(), version: 1 };
    const reports = [
      ...reportVersions(mine, done),
      { ireportId: staleReport.id, version: 2 },
      ...reportVersions(secret, unknownReport),
    ];
    const { results } = (await post("assignments", { reports, owner: "me" })).json.data;
    expect(results.map(({ done, message }: { done: boolean; message: string }) => [done, message])).toEqual([
      [false, "This report is assigned to you already."],
      [false, "This report is resolved already."],
      [false, expect.stringContaining(`assigned to ${colleague.name} now`)],
      [false, "This report does not exist any more."],
      [false, "This report does not exist any more."],
    ]);
    expect(JSON.stringify(results)).not.toContain(secret.number);
    expect((await refusedAuditRows(done.id))[0]).toMatchObject({
      refusal: "This report is resolved already.",
      recordName: done.number,
    });
    expect(await doneAuditRows(secret.id)).toEqual([]);
    // A hidden report is audited like an unknown report: only with the id that the client sent.
    expect((await post("assignments", { reports: reportVersions(secret), owner: "me" })).status).toBe(404);
    const hiddenRows = await refusedAuditRows(secret.id);
    expect(hiddenRows.map(({ recordName }) => recordName)).toEqual(Array(2).fill("Unknown report"));
    expect(JSON.stringify(hiddenRows)).not.toContain(secret.number);
  });

  it("refuses to assign reports to an admin who can't work on them, and refuses a request with no or too many reports", async () => {
    const report = await makeIreport(app, { category: openCategory });
    const reader = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    const suspended = await makeAdmin(app, { rights: OFFICER_RIGHTS, status: "suspended" });
    for (const owner of [reader.id, suspended.id, uuid()]) {
      const answer = await post("assignments", { reports: reportVersions(report), owner });
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, ["owner"]]);
    }
    for (const reports of [
      [],
      Array.from({ length: IREPORT_BULK_ACTION_MAX + 1 }, () => ({ ireportId: uuid(), version: 1 })),
    ])
      expect((await post("assignments", { reports, owner: "me" })).status).toBe(400);
    const names = (await app.call("GET", "/ireports/assignees", { token: officer.token })).json.data.items;
    expect(names).toContainEqual({ id: colleague.id, name: colleague.name, email: colleague.email });
    expect(names).not.toContainEqual({ id: reader.id, name: reader.name, email: reader.email });
    expect(names).not.toContainEqual({ id: suspended.id, name: suspended.name, email: suspended.email });
  });

  it("lets only one of two concurrent requests assign the same reports", async () => {
    const reports = await Promise.all(Array.from({ length: 5 }, () => makeIreport(app, { category: openCategory })));
    const [one, other] = await Promise.all([
      post("assignments", { reports: reportVersions(...reports), owner: "me" }),
      post("assignments", { reports: reportVersions(...reports.toReversed()), owner: "me" }, colleague),
    ]);
    const done = [one, other].map(({ json }) => json.data.results.filter(({ done }: { done: boolean }) => done).length);
    expect(done.sort()).toEqual([0, 5]);
  });
});

describe("changeStates", () => {
  it("acknowledges or starts several reports by the same rules as a single report, and notifies each citizen", async () => {
    const [a, b] = [
      await makeIreport(app, { category: openCategory }),
      await makeIreport(app, { category: openCategory, ownerId: officer.id }),
    ];
    await app.mails();
    const answer = await post("states", { reports: reportVersions(a, b), state: "acknowledged" });
    expect(answer.json.data.results.map(({ done }: { done: boolean }) => done)).toEqual([true, true]);
    for (const { id } of [a, b]) {
      expect(await fetchRow(id)).toMatchObject({ state: "acknowledged", ownerId: officer.id, version: 2 });
      expect((await doneAuditRows(id))[0]).toMatchObject({
        action: "ireport.changeStates",
        before: { state: "submitted" },
        after: { state: "acknowledged" },
      });
    }
    expect(await countUrgentMails(app)).toBe(0);
    const told = (await app.mails()).map(({ to }) => to).sort();
    expect(told).toEqual([a.reporter?.email, b.reporter?.email].sort());
    const started = await post("states", {
      reports: reportVersions(a, b).map((each) => ({ ...each, version: 2 })),
      state: "in_progress",
    });
    expect(started.json.data.results[0]).toMatchObject({ done: true, message: "Work on it has started." });
    expect((await fetchRow(a.id))?.stateDueAt?.getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000);
  });

  it("a bulk change of report states returns a reason for each unchanged report, and never mentions a hidden report", async () => {
    const newReport = await makeIreport(app, { category: openCategory });
    const reportOfColleague = await makeIreport(app, { category: openCategory, ownerId: colleague.id });
    const done = await makeIreport(app, { category: openCategory, state: "rejected" });
    const waitingReport = await makeIreport(app, { category: openCategory, state: "waiting_for_citizen" });
    const staleReport = await makeIreport(app, { category: openCategory, state: "acknowledged", version: 2 });
    const secret = await makeIreport(app, { category: privateCategory });
    const reports = [
      ...reportVersions(newReport, reportOfColleague, done, waitingReport),
      { ireportId: staleReport.id, version: 1 },
      ...reportVersions(secret),
    ];
    const { results } = (await post("states", { reports, state: "in_progress" })).json.data;
    expect(results.map(({ done, message }: { done: boolean; message: string }) => [done, message])).toEqual([
      [false, expect.stringContaining("Acknowledge it first")],
      [false, expect.stringContaining(`${colleague.name} is working on this report`)],
      [false, "This report is rejected already."],
      [false, expect.stringContaining("Continue without an answer first")],
      [false, expect.stringContaining("has changed")],
      [false, "This report does not exist any more."],
    ]);
    for (const { id } of [newReport, reportOfColleague, done, waitingReport, staleReport])
      expect((await fetchRow(id))?.state).not.toBe("in_progress");
    expect((await refusedAuditRows(newReport.id))[0]).toMatchObject({
      refusal: expect.stringContaining("Acknowledge it first"),
      recordName: newReport.number,
    });
    expect((await post("states", { reports: reportVersions(newReport), state: "resolved" })).status).toBe(400);
  });
});

describe("pulse", () => {
  const pulse = async (since: number, actor = officer) => {
    await app.seal();
    return (await app.call("GET", `/ireports/pulse?since=${since}`, { token: actor.token })).json.data;
  };

  it("returns reports changed after the list's last change id, and never hidden ones", async () => {
    const [open, secret] = [
      await makeIreport(app, { category: openCategory }),
      await makeIreport(app, { category: privateCategory }),
    ];
    await app.seal();
    const { mark } = (await app.call("GET", "/ireports", { token: officer.token })).json.data;
    expect(await pulse(mark)).toEqual({ mark, changed: [] });
    await post("assignments", { reports: reportVersions(open, secret), owner: "me" }, headOfficer);
    const told = await pulse(mark);
    expect(told.changed).toEqual([open.id]);
    expect(told.mark).toBeGreaterThan(mark);
    expect((await pulse(mark, headOfficer)).changed.sort()).toEqual([open.id, secret.id].sort());
    expect((await pulse(told.mark)).changed).toEqual([]);
    // Refused calls and views of a report do not count as changes.
    await app.call("GET", `/ireports/${open.id}`, { token: officer.token });
    await post("assignments", { reports: reportVersions(open), owner: "nobody" });
    const later = await pulse(told.mark);
    expect(later).toMatchObject({ changed: [] });
    expect((await app.call("GET", `/ireports/${open.id}`, { token: officer.token })).json.data.mark).toBe(later.mark);
  });

  it("reads report changes with the index audit_trails_ireport_changes", async () => {
    const databaseRow = await app.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(
        sql`explain select record_id from audit_trails where ${sql.raw(IS_IREPORT_CHANGE_SQL)} and id >= 5`,
      );
    });
    expect(JSON.stringify(databaseRow.rows)).toContain("audit_trails_ireport_changes");
  });
});

it("hides a private category's reports from an officer until the category is no longer private", async () => {
  const secretCategory = await makeIreportCategory(app, { private: true });
  const report = await makeIreport(app, { category: secretCategory });
  const visibleCategoryNames = async () =>
    (await app.call("GET", `/ireports?category=${secretCategory.id}`, { token: officer.token })).json.data.total;
  expect(await visibleCategoryNames()).toBe(0);
  await app.db.update(ireportCategories).set({ private: false }).where(eq(ireportCategories.id, secretCategory.id));
  expect(await visibleCategoryNames()).toBe(1);
  expect((await app.call("GET", `/ireports/${report.id}`, { token: officer.token })).status).toBe(200);
});
