import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import type { KycStats } from "@/lib/contract/kyc-figures";
import { env } from "@/lib/env";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { kycRecordRef } from "./record";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let grace: TestAdmin;
let ayi: TestAdmin;
let leadOfficer: TestAdmin;
let reader: TestAdmin;
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read", "update"] });
const NO_DECISIONS = { approved: 0, rejected: 0, sent_back: 0, reopened: 0, median_minutes: null };

const callAs = (method: string, path: string, actor: TestAdmin, body?: object) =>
  app.call(method, `/kyc${path}`, { token: actor.token, body });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const DAY_MINUTES = 24 * 60;
const stats = async (actor: TestAdmin): Promise<KycStats> => (await callAs("GET", "/stats", actor)).json.data;
const visibleOfficers = async (actor: TestAdmin) => (await stats(actor)).officers.map(({ officer }) => officer.name);
const rejectionInput = { reason: "other", message: "Please come in person." };

/** Creates a request claimed the given minutes ago and decides it now. */
async function decide(actor: TestAdmin, decision: string, minutes: number) {
  const { id } = await makeKycRequest(app, { submittedAt: minutesAgo(300) });
  await callAs("PATCH", `/${id}/claim`, actor);
  await app.db
    .update(kycRequests)
    .set({ claimedAt: minutesAgo(minutes) })
    .where(eq(kycRequests.id, id));
  const decisionInput = decision === "approved" ? { checked: KYC_CHECKS } : rejectionInput;
  expect((await callAs("PATCH", `/${id}/decision`, actor, { version: 2, decision, ...decisionInput })).status).toBe(
    200,
  );
  return id;
}

/** Creates an earlier decision and its audit row. */
async function makeDecidedRequest(actor: TestAdmin, state: "rejected" | "approved", at: Date, minutes: number) {
  const request = await makeKycRequest(app, {
    state,
    assigneeId: actor.id,
    decidedById: actor.id,
    decidedAt: at,
    claimedAt: new Date(at.getTime() - minutes * 60_000),
    submittedAt: new Date(at.getTime() - 300 * 60_000),
  });
  const row = systemAuditRow("kyc.decide", { record: kycRecordRef(request), after: { state } });
  await app.db.transaction((tx) => appendAudit(tx, { ...row, at, adminId: actor.id, adminName: actor.name }));
}

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ayi = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ayi" });
  leadOfficer = await makeAdmin(app, {
    rights: makeRights({ "KYC Management": ["read", "approve"] }),
    firstName: "Lead",
  });
  reader = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }), firstName: "Reader" });
  expect(await stats(grace)).toEqual({
    waiting: 0,
    waiting_is_capped: false,
    late: 0,
    late_is_capped: false,
    clean: 0,
    clean_is_capped: false,
    flagged: 0,
    flagged_is_capped: false,
    target_hours: 24,
    median_minutes: null,
    team: { today: NO_DECISIONS, seven_days: NO_DECISIONS },
    officers: [
      {
        officer: { id: grace.id, name: grace.name, email: grace.email },
        today: NO_DECISIONS,
        seven_days: NO_DECISIONS,
      },
    ],
  });

  await makeKycRequest(app, { submittedAt: minutesAgo(30 * 60), flags: ["under_18"] });
  await decide(grace, "approved", 10);
  const rejected = await decide(grace, "rejected", 30);
  const sentBack = await decide(grace, "resubmission_requested", 20);
  // One request was resubmitted later, and one reopened. Neither changes that day's figures.
  await app.db.update(kycRequests).set({ state: "pending", decidedAt: null }).where(eq(kycRequests.id, sentBack));
  await callAs("PATCH", `/${rejected}/reopening`, ayi, { version: 3, reason: "The card was readable." });
  await makeDecidedRequest(ayi, "rejected", minutesAgo(3 * DAY_MINUTES), 40);
  await makeDecidedRequest(ayi, "approved", minutesAgo(9 * DAY_MINUTES), 500);
  // This request is decided without a claim, so that the time from claim to decision is unknown.
  const { id } = await makeKycRequest(app, { submittedAt: minutesAgo(300) });
  await callAs("PATCH", `/${id}/decision`, grace, { version: 1, decision: "rejected", ...rejectionInput });
});
afterAll(() => app.stop());
afterEach(() => {
  env().kycFigures = "lead";
});

const GRACE_FIGURES = { approved: 1, rejected: 2, sent_back: 1, reopened: 0, median_minutes: 10 };
const AYI_FIGURES = { ...NO_DECISIONS, rejected: 1, reopened: 1, median_minutes: 40 };

describe("kyc.stats", () => {
  it("kyc.stats counts waiting, late, clean and flagged requests, and decisions of today and of seven days", async () => {
    expect(await stats(grace)).toMatchObject({
      waiting: 3,
      late: 1,
      clean: 2,
      flagged: 1,
      median_minutes: 300,
      team: {
        today: { approved: 1, rejected: 2, sent_back: 1, reopened: 1, median_minutes: 10 },
        seven_days: { approved: 1, rejected: 3, sent_back: 1, reopened: 1, median_minutes: 25 },
      },
    });
  });

  it("kyc.stats shows a lead the figures of every officer by name", async () => {
    expect((await stats(leadOfficer)).officers).toEqual([
      {
        officer: { id: ayi.id, name: ayi.name, email: ayi.email },
        today: { ...NO_DECISIONS, reopened: 1 },
        seven_days: AYI_FIGURES,
      },
      {
        officer: { id: grace.id, name: grace.name, email: grace.email },
        today: GRACE_FIGURES,
        seven_days: GRACE_FIGURES,
      },
    ]);
  });

  it("kyc.stats shows officers their own figures, and read-only admins only the team's", async () => {
    expect(await visibleOfficers(grace)).toEqual([grace.name]);
    expect((await stats(ayi)).officers[0]?.seven_days).toEqual(AYI_FIGURES);
    expect(await visibleOfficers(reader)).toEqual([]);
    expect((await stats(reader)).team.today.approved).toBe(1);
  });

  it("kyc.stats shows the figures of every officer to all admins if KYC_FIGURES is all", async () => {
    env().kycFigures = "all";
    for (const actor of [grace, reader, leadOfficer])
      expect(await visibleOfficers(actor)).toEqual([ayi.name, grace.name]);
  });

  it("kyc.stats shows figures only to the officers themselves, not even to a lead, if KYC_FIGURES is own", async () => {
    env().kycFigures = "own";
    expect(await visibleOfficers(grace)).toEqual([grace.name]);
    expect(await visibleOfficers(leadOfficer)).toEqual([]);
    expect((await stats(leadOfficer)).team.seven_days.rejected).toBe(3);
  });
});
