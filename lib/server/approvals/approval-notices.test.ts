import { eq, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  ALL_RIGHTS,
  type FeatureAccess,
  makeRights,
  PERMISSION_FLAGS,
  type PermissionFlag,
} from "@/lib/contract/access";
import { APPROVAL_KINDS, type ApprovalKind } from "@/lib/contract/approvals.values";
import type { Notice } from "@/lib/contract/notices";
import { admins } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { noticeSettings, notices } from "@/lib/server/db/schema/notices";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { sendDigests } from "@/lib/server/notices/send-digests";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { connectWithLongTimeout } from "@/lib/server/testing/database";
import { notifyApprovers, notifyOfClosedApproval } from "./approval-notices";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let maker: TestAdmin;
let approver: TestAdmin;

beforeAll(async () => {
  app = await startTestApp();
  maker = await makeReceiver("Maker");
  approver = await makeReceiver("Approver");
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(notices);
  await app.db.delete(outbox);
});

/** Creates an admin who receives every notice about approvals in the app, on a device, by mail and in the daily mail. */
async function makeReceiver(firstName: string, rights: FeatureAccess[] = ALL_RIGHTS) {
  const admin = await makeAdmin(app, { firstName, rights });
  const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, admin.id));
  await app.db.insert(deviceTokens).values({ token: uuid(), adminId: admin.id, sessionId: session?.id ?? "" });
  const all = { app: true, push: true, mail: true };
  const channels = { approval_waiting: all, approval_closed: all };
  await app.db.insert(noticeSettings).values({ id: admin.id, channels });
  return admin;
}

async function makeApproval(kind: ApprovalKind, recordType: "kyc" | "admin" | "event", recordName: string) {
  const [approval] = await app.db
    .insert(approvals)
    .values({
      ...{ id: uuid(), kind, recordType, recordId: uuid(), recordName, payload: {}, requestedBy: maker.id },
      ...{ change: "Clear ₦1.00 to Canary Obi's wallet", reason: "Canary asked", decisionReason: "Canary again" },
      expiresAt: new Date(Date.now() + 60_000),
    })
    .returning();
  if (!approval) throw new Error("no approval");
  return approval;
}

const noticesOf = async ({ token }: TestAdmin): Promise<Notice[]> =>
  (await app.call("GET", "/notices", { token })).json.data.items;

it.each(APPROVAL_KINDS)(
  "a push or mail about an approval request of the kind %s contains only its reference, no names",
  async (kind) => {
    const approval = await makeApproval(kind, "kyc", "KYC-000001 Canary Obi");
    await app.db.transaction((tx) => notifyApprovers(tx, approval));
    await app.db.transaction((tx) => notifyOfClosedApproval(tx, { ...approval, state: "rejected" }, approver.id));
    const queued = await app.db.select().from(outbox);
    expect(queued.map((row) => row.kind).sort()).toEqual(["mail", "mail", "push", "push"]);
    for (const { payload } of queued) {
      expect(JSON.stringify(payload)).not.toContain("Canary");
      expect(JSON.stringify(payload)).toContain("KYC-000001");
    }
    expect(await noticesOf(approver)).toMatchObject([
      {
        text: expect.stringContaining("Clear ₦1.00 to Canary Obi's wallet"),
        url: "/dashboard/approvals?view=waiting&q=KYC-000001",
      },
    ]);
    expect(await noticesOf(maker)).toMatchObject([
      { text: expect.stringContaining("Canary again"), url: "/dashboard/approvals?view=mine&q=KYC-000001" },
    ]);
  },
);

it("a push or mail about an admin's roles contains no name, and one about an event contains its title", async () => {
  for (const approval of [
    await makeApproval("rp.assignRoles", "admin", "Canary Obi"),
    await makeApproval("event.cancel", "event", "Harvest Fair"),
  ])
    await app.db.transaction((tx) => notifyApprovers(tx, approval));
  const sent = JSON.stringify((await app.db.select().from(outbox)).map(({ payload }) => payload));
  expect(sent).not.toContain("Canary");
  expect(sent).toContain("Roles of an admin");
  expect(sent).toContain("Cancellation of an event: Harvest Fair");
  const pushes = (await app.db.select().from(outbox)).flatMap(({ payload }) => ("push" in payload ? payload.push : []));
  const recordIds = (await noticesOf(approver)).map(({ record }) => record.id);
  expect(pushes.map((push) => "record_id" in push && push.record_id).sort()).toEqual(recordIds.sort());
  expect((await noticesOf(approver)).map(({ url }) => url)).toEqual([
    "/dashboard/approvals?view=waiting",
    "/dashboard/approvals?view=waiting",
  ]);
});

/** Notifies the approvers of a request. @returns the numbers of queries, and of queued pushes and mails */
async function countNotifying(kind: ApprovalKind) {
  const approval = await makeApproval(kind, "kyc", "KYC-000001");
  await app.db.delete(outbox);
  let queries = 0;
  const { pool } = connectWithLongTimeout(app.url, 1);
  const logger = { logQuery: () => void queries++ };
  await drizzle(pool, { logger }).transaction((tx) => notifyApprovers(tx, approval));
  await pool.end();
  return { queries, queued: await app.db.$count(outbox) };
}

it.each(["kyc.revoke", "grant.submitBatch"] as const)(
  "notifying the approvers of a request of the kind %s takes as many database queries for five approvers as for two",
  async (kind) => {
    const others: TestAdmin[] = [];
    const addOther = async (reports: readonly PermissionFlag[]) => {
      const rights = makeRights({ "KYC Management": PERMISSION_FLAGS, Grants: PERMISSION_FLAGS, iReports: reports });
      others.push(await makeReceiver("Other", rights));
    };
    await addOther(["read"]);
    const ofTwo = await countNotifying(kind);
    for (const reports of [["read"], ["read", "update"], []] as const) await addOther(reports);
    const ofFive = await countNotifying(kind);
    const ids = others.map(({ id }) => id);
    await app.db.update(admins).set({ status: "suspended" }).where(inArray(admins.id, ids));
    expect([ofTwo.queued, ofFive.queued]).toEqual([4, 10]);
    expect(ofFive.queries).toBe(ofTwo.queries);
  },
);

it("the daily mail to admins contains only the reference of an approval request, no names", async () => {
  const approval = await makeApproval("kyc.revoke", "kyc", "KYC-000001 Canary Obi");
  await app.db.transaction((tx) => notifyApprovers(tx, approval));
  await app.db.delete(outbox);
  await app.db.update(noticeSettings).set({ digestHour: 0 }).where(eq(noticeSettings.id, approver.id));
  await sendDigests(app.db);
  const [mail] = await app.mails();
  expect(mail?.text).toContain("Revocation of a tier: KYC-000001");
  expect(JSON.stringify(mail)).not.toContain("Canary");
});
