import { asc, eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IREPORT_RUNNING_STATES, IREPORT_STATES, isRunningIreport } from "@/lib/contract/ireport.values";
import { lgaAt } from "@/lib/contract/lga.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { gridCellOf, kilometresBetween } from "@/lib/contract/place.values";
import { lagosDayOf, startOfDay } from "@/lib/server/base/time";
import { connectDatabase, type Transaction } from "@/lib/server/db/client";
import { files } from "@/lib/server/db/schema/file";
import { ireportMessages, ireportNotes, ireportPhotos, ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { users } from "@/lib/server/db/schema/user";
import { loadAdmins } from "@/lib/server/db/seed/admins";
import { loadAuditTrail } from "@/lib/server/db/seed/audit-rows";
import { clockFrom } from "@/lib/server/db/seed/clock";
import { loadUsers } from "@/lib/server/db/seed/load-requests";
import { buildPeople } from "@/lib/server/db/seed/people";
import { isPastDueTime } from "@/lib/server/ireport/report-clocks";
import { privateCategoryIds } from "@/lib/server/ireport/visibility";
import { createTestDatabase } from "@/lib/server/testing/database";
import { reportActions } from "./audit-rows";
import { buildReports } from "./build";
import { loadCategories } from "./categories";
import { loadReports, updateLastSeen } from "./load";
import { loadPhotos } from "./photos";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
let reports: (typeof ireports.$inferSelect)[];
let categories: Map<string, typeof ireportCategories.$inferSelect>;
let auditRows: (typeof auditTrails.$inferSelect)[];
let dataLoadedAt: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, 10, 0);
  dataLoadedAt = new Date();
  await connection.db.transaction(loadReportData);
  reports = await connection.db.select().from(ireports).orderBy(asc(ireports.number));
  categories = new Map(
    (await connection.db.select().from(ireportCategories)).map((category) => [category.id, category]),
  );
  auditRows = await connection.db
    .select()
    .from(auditTrails)
    .where(eq(auditTrails.recordType, "ireport"))
    .orderBy(asc(auditTrails.id));
}, 120_000);

/** Loads only the part of the demo data that reports need, because loading all demo data takes four times as long. */
async function loadReportData(tx: Transaction) {
  const clock = clockFrom(dataLoadedAt);
  const people = buildPeople(clock);
  const builtReports = buildReports(dataLoadedAt, people);
  await loadAdmins(tx, clock);
  await loadUsers(tx, updateLastSeen(people, builtReports));
  await loadCategories(tx, clock);
  await loadReports(tx, builtReports);
  await loadPhotos(tx, builtReports);
  await loadAuditTrail(tx, clock, [], reportActions(builtReports));
}

afterAll(async () => {
  await connection.pool.end();
  await database.drop();
});

const reportsInState = (...states: string[]) => reports.filter(({ state }) => states.includes(state));
const auditRowsOf = (id: string) => auditRows.filter(({ recordId }) => recordId === id);

test("demo data has 400 reports in all states, numbered by submission; the sequence continues after them", async () => {
  expect(IREPORT_STATES.map((state) => [state, reportsInState(state).length])).toEqual([
    ["submitted", 24],
    ["acknowledged", 24],
    ["in_progress", 37],
    ["waiting_for_citizen", 24],
    ["resolved", 225],
    ["rejected", 42],
    ["duplicate", 24],
  ]);
  const times = reports.map(({ submittedAt }) => submittedAt.getTime());
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(Math.max(...times)).toBeLessThan(dataLoadedAt.getTime());
  expect(Math.min(...times)).toBeGreaterThan(dataLoadedAt.getTime() - 121 * 24 * HOUR);
  expect([reports[0]?.number, reports.at(-1)?.number]).toEqual(["IR-000001", "IR-000400"]);
  const nextNumber = await connection.db.execute(sql`select nextval('ireport_numbers')::int as number`);
  expect(nextNumber.rows).toEqual([{ number: 401 }]);
});

test("demo data has slightly more reports in the last 30 days than in the 30 days before, which the overview compares", () => {
  const midnight = startOfDay(lagosDayOf(dataLoadedAt)).getTime();
  const submittedBetween = (from: number, to: number) =>
    reports.filter(
      ({ submittedAt: at }) => at.getTime() >= midnight - from * DAY && at.getTime() < midnight - to * DAY,
    );
  const [last, before] = [submittedBetween(29, -1).length, submittedBetween(59, 29).length];
  expect(last / before).toBeGreaterThan(1.1);
  expect(last / before).toBeLessThan(1.3);
});

test("no two demo reports have the same text", () => {
  expect(new Set(reports.map(({ text }) => text)).size).toBe(400);
  expect(new Set(reports.map(({ title }) => title)).size).toBeGreaterThan(380);
  for (const { title, text, ward } of reports) {
    expect(`${title} ${text}`).not.toMatch(/[{}]|undefined/);
    expect(title.length).toBeLessThanOrEqual(120);
    expect(ward.length).toBeLessThanOrEqual(80);
  }
});

test("demo reports exist in every LGA, with points within it", () => {
  expect(new Set(reports.map(({ lga }) => lga))).toEqual(new Set(LGAS));
  for (const { lat, lng, cell, lga } of reports) {
    if (lat === null || lng === null) continue;
    expect(lgaAt(lat, lng)).toBe(lga);
    expect(cell).toBe(gridCellOf(lat, lng));
  }
  expect(reports.filter(({ lat }) => lat === null).length).toBeGreaterThan(20);
});

describe("the deadlines of reports", () => {
  test("demo reports have the deadlines that lib/server/ireport/report-clocks.ts computes", () => {
    for (const report of reports) {
      const category = categories.get(report.categoryId);
      if (!category) throw new Error("no category");
      const { submittedAt, stoppedMs, dueAt, stateSince, stateDueAt, stateStoppedMs } = report;
      expect(dueAt.getTime()).toBe(submittedAt.getTime() + report.targetHours * HOUR + stoppedMs);
      const counted = report.resumeState ?? report.state;
      if (isRunningIreport(counted)) {
        const hours = {
          submitted: category.submittedHours,
          acknowledged: category.acknowledgedHours,
          in_progress: category.inProgressHours,
        }[counted];
        expect(stateDueAt?.getTime()).toBe(stateSince.getTime() + hours * HOUR + stateStoppedMs);
      } else expect(stateDueAt).toBeNull();
      for (const at of [stateSince, report.stoppedAt, report.acknowledgedAt, report.resolvedAt, report.ratedAt])
        if (at) expect(at.getTime()).toBeLessThan(dataLoadedAt.getTime() + HOUR);
    }
  });

  test("demo reports include late ones in each running state, escalated if their department has a lead", async () => {
    const lateReports = reports.filter((report) => isPastDueTime(report, dataLoadedAt));
    for (const state of IREPORT_RUNNING_STATES)
      expect(lateReports.filter((report) => report.state === state).length).toBeGreaterThanOrEqual(12);
    const leadCategories = await connection.db.execute<{ id: string }>(sql`select c.id from ireport_categories c
      left join ireport_categories p on p.id = c.parent_id
      join ireport_departments d on d.id = coalesce(c.department_id, p.department_id) where d.lead_id is not null`);
    const categoriesWithLead = new Set(leadCategories.rows.map(({ id }) => id));
    for (const report of lateReports)
      expect(report.escalatedAt !== null, report.number).toBe(categoriesWithLead.has(report.categoryId));
    expect(lateReports.some(({ escalatedAt }) => escalatedAt === null)).toBe(true);
    for (const { id, escalatedAt } of reports) {
      const escalations = auditRowsOf(id).filter(({ action }) => action === "ireport.escalate");
      expect(escalations.map(({ at }) => at)).toEqual(escalatedAt ? [escalatedAt] : []);
    }
  });
});

test("the last audit row of each demo report has the report's current state; no audit row contains texts of citizens or officers", () => {
  for (const report of reports) {
    const rows = auditRowsOf(report.id);
    const last = (part: string) => rows.filter(({ after }) => after && part in after).at(-1)?.after?.[part];
    expect(last("state") ?? "submitted").toBe(report.state);
    expect(last("owner") ?? null).toBe(report.ownerId);
    for (const { recordName, before, after } of rows) {
      expect(recordName).toBe(report.number);
      for (const value of Object.values({ ...before, ...after })) expect(String(value).length).toBeLessThan(40);
    }
  }
});

test("originals of duplicate demo reports are older, nearby, of the same category, and no duplicates themselves", () => {
  for (const report of reportsInState("duplicate")) {
    const original = reports.find(({ id }) => id === report.originalId);
    if (!original) throw new Error("no original");
    expect(original.submittedAt.getTime()).toBeLessThan(report.submittedAt.getTime());
    expect(original.categoryId).toBe(report.categoryId);
    expect(["duplicate", "rejected"]).not.toContain(original.state);
    const [a, b] = [report, original].map(({ lat, lng }) => ({ lat: lat ?? 0, lng: lng ?? 0 }));
    expect(a && b && kilometresBetween(a, b)).toBeLessThan(0.5);
  }
});

test.each([0, 3, 6, 9.5917, 12, 18])(
  "duplicate demo reports are newer than their originals if the demo data is loaded %d hours after midnight",
  (hours) => {
    const now = new Date(startOfDay("2026-11-29").getTime() + hours * HOUR);
    const builtReports = buildReports(now, buildPeople(clockFrom(now)));
    const submittedById = new Map(builtReports.map(({ id, submittedAt }) => [id, submittedAt.getTime()]));
    const duplicates = builtReports.filter(({ original }) => original);
    expect(duplicates.length).toBeGreaterThan(0);
    for (const { original, submittedAt, number } of duplicates)
      expect(submittedById.get(original?.id ?? ""), number).toBeLessThan(submittedAt.getTime());
  },
);

test("demo reports include anonymous, reopened, rated and private ones, and private ones are assigned to admins who may see them", async () => {
  const hiddenIds = await privateCategoryIds(connection.db);
  const hiddenReports = reports.filter(({ categoryId }) => hiddenIds.includes(categoryId));
  const ownerIds = new Set(hiddenReports.map(({ ownerId }) => ownerId).filter(Boolean));
  const supportIds = await connection.db.execute<{ id: string }>(
    sql`select id from admins where email like 'support@%'`,
  );
  expect(hiddenReports.length).toBeGreaterThanOrEqual(10);
  expect(ownerIds.has(supportIds.rows[0]?.id ?? "")).toBe(false);
  expect(reports.filter(({ reporterId }) => reporterId === null).length).toBeGreaterThan(35);
  for (const { reporterId, codeHash } of reports) expect(codeHash === null).toBe(reporterId !== null);
  expect(reports.filter(({ reopened }) => reopened > 0)).toHaveLength(20);
  expect(reports.filter(({ rating }) => rating !== null).length).toBe(112);
  const people = new Map((await connection.db.select().from(users)).map((user) => [user.id, user]));
  for (const { reporterId, submittedAt } of reports) {
    const reporter = reporterId ? people.get(reporterId) : undefined;
    if (!reporter) continue;
    expect(reporter.joinedAt.getTime()).toBeLessThan(submittedAt.getTime());
    expect(reporter.lastSeenAt?.getTime()).toBeGreaterThanOrEqual(submittedAt.getTime());
  }
});

test("demo reports have messages with questions, answers, resolutions and rejections", async () => {
  const messages = await connection.db.select().from(ireportMessages).orderBy(asc(ireportMessages.at));
  const lastMessageOf = (id: string) =>
    messages.filter(({ ireportId, kind }) => ireportId === id && kind !== "update").at(-1);
  const lastKinds = {
    waiting_for_citizen: "question",
    resolved: "resolution",
    rejected: "rejection",
    duplicate: "duplicate",
  };
  for (const [state, kind] of Object.entries(lastKinds))
    for (const { id } of reportsInState(state)) expect(lastMessageOf(id)?.kind).toBe(kind);
  expect(await connection.db.$count(ireportNotes)).toBeGreaterThan(50);
});

test("demo reports have as many photos as their counter says, each small and readable, with a thumbnail", async () => {
  const photos = await connection.db
    .select({ photo: ireportPhotos, bytes: files.bytes })
    .from(ireportPhotos)
    .innerJoin(files, eq(files.id, ireportPhotos.fileId));
  for (const { id, photos: counted } of reports)
    expect(photos.filter(({ photo }) => photo.ireportId === id && photo.messageId === null)).toHaveLength(counted);
  expect(photos.some(({ photo }) => photo.messageId !== null)).toBe(true);
  for (const { photo, bytes } of photos) {
    expect(photo.thumbnail.length).toBeGreaterThan(200);
    expect(bytes?.length).toBeLessThan(48 * 1024);
  }
  const [first] = photos;
  const { format, width, height } = await sharp(first?.bytes ?? Buffer.alloc(0)).metadata();
  expect([format, width, height]).toEqual(["jpeg", first?.photo.width, first?.photo.height]);
});
