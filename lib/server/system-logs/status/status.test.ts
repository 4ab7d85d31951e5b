import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { SystemPartStatus } from "@/lib/contract/system-logs";
import { SYSTEM_PARTS, type SystemPart } from "@/lib/contract/system-logs.values";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { operationStatus } from "@/lib/server/db/schema/operation-status";
import { operationOfTask, timedTasks } from "@/lib/server/process/timed-tasks";
import { recordOperationOutcome, registerTimedTasks, saveOperationOutcomes } from "@/lib/server/status/record-outcome";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { formatSize } from "./format-size";

const settings = changeSettings();
let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  await saveOperationOutcomes(app.db);
  await app.db.delete(operationStatus);
  admin = await makeAdmin(app, { rights: makeRights({ "System Logs": ["read"] }) });
  settings.smtpUrl = undefined;
});
afterAll(() => app.stop());

const readLines = async (token = admin.token) => {
  const { status, json } = await app.call("GET", "/system-logs/status", { token });
  expect(status).toBe(200);
  return json.data.lines as SystemPartStatus[];
};
const lineOf = async (part: SystemPart) => (await readLines()).find((line) => line.part === part) as SystemPartStatus;

describe("systemLogs.status", () => {
  it("systemLogs.status needs the read right of System Logs", async () => {
    const other = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    expect(await app.call("GET", "/system-logs/status", { token: other.token })).toMatchObject({ status: 403 });
    expect((await readLines()).map(({ part }) => part)).toEqual([...SYSTEM_PARTS]);
  });

  it("systemLogs.status shows version, size and pool of the database", async () => {
    const { state, facts } = await lineOf("database");
    expect(state).toBe("working");
    expect(facts.find(({ label }) => label === "Size")?.value).toMatch(/^\d+\.\d MB$/);
    expect(facts.find(({ label }) => label === "PostgreSQL")?.value).toMatch(/^1\d/);
  });

  it("systemLogs.status shows mail as not set up without SMTP_URL, and as failing until a delivery succeeds", async () => {
    expect(await lineOf("mail")).toMatchObject({
      state: "not_set_up",
      next: { text: expect.stringContaining("SMTP_URL") },
    });
    settings.smtpUrl = "smtp://127.0.0.1:1";
    recordOperationOutcome({ kind: "service", name: "mail" }, new Error("550 no such box ada@example.com"));
    await saveOperationOutcomes(app.db);
    const failing = await lineOf("mail");
    expect(failing).toMatchObject({ state: "failing", last_success_at: null, failing_since: expect.any(String) });
    expect(failing.facts).toContainEqual({ label: "Last error", value: "550 no such box …@…" });
    recordOperationOutcome({ kind: "service", name: "mail" }, new Error("again"));
    await saveOperationOutcomes(app.db);
    expect(await lineOf("mail")).toMatchObject({ failing_since: failing.failing_since });
    recordOperationOutcome({ kind: "service", name: "mail" });
    await saveOperationOutcomes(app.db);
    expect(await lineOf("mail")).toMatchObject({ state: "working", failing_since: null });
  });

  it("saveOperationOutcomes stores outcomes whose SQL statement failed with its next call, unless a newer outcome of the same service replaced them", async () => {
    settings.smtpUrl = "smtp://127.0.0.1:1";
    recordOperationOutcome({ kind: "service", name: "mail" }, new Error("Rejected"));
    recordOperationOutcome({ kind: "service", name: "push" }, new Error("Rejected"));
    const insert = vi.spyOn(app.db, "insert").mockImplementationOnce(() => {
      recordOperationOutcome({ kind: "service", name: "push" });
      throw new Error("No connection");
    });
    await expect(saveOperationOutcomes(app.db)).rejects.toThrow("No connection");
    insert.mockRestore();
    await saveOperationOutcomes(app.db);
    const stored = await app.db.select().from(operationStatus).orderBy(operationStatus.name);
    expect(stored).toMatchObject([
      { name: "mail", lastError: "Rejected", failingSince: expect.any(Date) },
      { name: "push", lastSuccessAt: expect.any(Date), failingSince: null },
    ]);
  });

  it("systemLogs.status shows the clock as failing while no task has run, and lists late tasks", async () => {
    expect(await lineOf("clock")).toMatchObject({ state: "failing" });
    const tasks = timedTasks().map(operationOfTask);
    await registerTimedTasks(app.db, tasks);
    for (const task of tasks) recordOperationOutcome(task);
    await saveOperationOutcomes(app.db);
    expect(await lineOf("clock")).toMatchObject({ state: "working" });
    await app.db.execute(sql`
      update operation_status set last_success_at = now() - interval '1 day' where name = 'expire-approvals'`);
    const { state, facts } = await lineOf("clock");
    expect([state, facts.find(({ label }) => label === "Late")?.value]).toEqual(["failing", "expire-approvals"]);
  });

  it("systemLogs.status shows verification as due before the first one, working after it", async () => {
    const owner = await makeAdmin(app);
    expect(await lineOf("verification")).toMatchObject({ state: "due" });
    await app.call("GET", "/wallets/ledger-check", { token: owner.token });
    await sealWaitingRows(app.db);
    await app.call("GET", "/system-logs/audit-trails/verify", { token: owner.token });
    expect(await lineOf("verification")).toMatchObject({ state: "working", last_success_at: expect.any(String) });
  });

  it("systemLogs.status shows the first bad row of a failed verification", async () => {
    const owner = await makeAdmin(app);
    await sealWaitingRows(app.db);
    await app.db.execute(sql`alter table audit_trails disable trigger user`);
    const { rows } = await app.db.execute<{ id: string; address: string }>(sql`
      update audit_trails set address = '10.9.8.7' where id = (select max(id) from audit_trails) returning id::text`);
    await app.call("GET", "/system-logs/audit-trails/verify", { token: owner.token });
    const { state, facts } = await lineOf("verification");
    expect([state, facts.find(({ label }) => label === "Audit trail")?.value]).toEqual([
      "failing",
      expect.stringMatching(`^Row ${rows[0]?.id}: Its content `),
    ]);
    await app.db.execute(sql`alter table audit_trails enable trigger user`);
  });

  it("systemLogs.status shows backups as not set up, working and too old", async () => {
    expect(await lineOf("backup")).toMatchObject({ state: "not_set_up" });
    recordOperationOutcome({ kind: "backup", name: "database" });
    await saveOperationOutcomes(app.db);
    expect(await lineOf("backup")).toMatchObject({ state: "working" });
    await app.db.execute(sql`update operation_status set last_success_at = now() - interval '3 days'`);
    expect(await lineOf("backup")).toMatchObject({ state: "failing" });
  });

  it("systemLogs.status shows storage as failing if DATA_DIR can't be written, and does not change the other lines", async () => {
    const { dataDir } = settings;
    settings.dataDir = "/does/not/exist";
    expect(await lineOf("storage")).toMatchObject({ state: "failing" });
    settings.dataDir = "/tmp";
    expect((await lineOf("storage")).facts[1]?.value).toMatch(/ of \d/);
    settings.dataDir = dataDir;
  });
});

describe("systemLogs.sendTestMail", () => {
  const send = () => app.call("POST", "/system-logs/status/test-mail", { token: admin.token });

  it("systemLogs.sendTestMail responds with 503 and the mail server's answer, and with 429 after three tries", async () => {
    settings.smtpUrl = "smtp://127.0.0.1:1";
    const failed = await send();
    expect(failed).toMatchObject({ status: 503, json: { code: "MAIL_UNAVAILABLE" } });
    expect(failed.json.message).toContain("ECONNREFUSED");
    await send();
    await send();
    expect(await send()).toMatchObject({ status: 429, json: { retry_after: expect.any(Number) } });
    await saveOperationOutcomes(app.db);
    expect(await lineOf("mail")).toMatchObject({ state: "failing" });
  });

  it("systemLogs.sendTestMail writes the mail to the outbox folder without SMTP_URL, and audits it", async () => {
    expect(await send()).toMatchObject({ status: 200 });
    expect((await app.audit(admin.id))[0]).toMatchObject({ action: "systemLogs.sendTestMail", outcome: "done" });
  });
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_500, "1.5 KB"],
  [2_345_000_000, "2.3 GB"],
  [9e15, "9000.0 TB"],
])("formats %d bytes as %s", (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
