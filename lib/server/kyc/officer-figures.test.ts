import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import type { KycStats } from "@/lib/contract/kyc-figures";
import { env } from "@/lib/env";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { kycRecord } from "./record";

let app: TestApp;
type Made = Awaited<ReturnType<typeof makeAdmin>>;
let grace: Made;
let ayi: Made;
let lead: Made;
let reader: Made;
const OFFICER_RIGHTS = rightsOf({ "KYC Management": ["read", "update"] });
const NONE = { approved: 0, rejected: 0, sent_back: 0, reopened: 0, median_minutes: null };

const ask = (method: string, path: string, by: Made, body?: object) =>
  app.call(method, `/kyc${path}`, { token: by.token, body });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const DAY = 24 * 60;
const stats = async (by: Made): Promise<KycStats> => (await ask("GET", "/stats", by)).json.data;
const seen = async (by: Made) => (await stats(by)).officers.map(({ officer }) => officer.name);
const told = { reason: "other", message: "Please come in person." };

/** Creates a request claimed the given minutes ago and decides it now. */
async function decide(by: Made, decision: string, minutes: number) {
  const { id } = await makeKyc(app, { submittedAt: ago(300) });
  await ask("PATCH", `/${id}/claim`, by);
  await app.db
    .update(kycRequests)
    .set({ claimedAt: ago(minutes) })
    .where(eq(kycRequests.id, id));
  const said = decision === "approved" ? { checked: KYC_CHECKS } : told;
  expect((await ask("PATCH", `/${id}/decision`, by, { version: 2, decision, ...said })).status).toBe(200);
  return id;
}

/** Creates an earlier decision and its audit row. */
async function decidedThen(by: Made, state: "rejected" | "approved", at: Date, minutes: number) {
  const request = await makeKyc(app, {
    state,
    assigneeId: by.id,
    decidedById: by.id,
    decidedAt: at,
    claimedAt: new Date(at.getTime() - minutes * 60_000),
    submittedAt: new Date(at.getTime() - 300 * 60_000),
  });
  const row = systemRow("kyc.decide", { record: kycRecord(request), after: { state } });
  await app.db.transaction((tx) => appendAudit(tx, { ...row, at, adminId: by.id, adminName: by.name }));
}

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ayi = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ayi" });
  lead = await makeAdmin(app, { rights: rightsOf({ "KYC Management": ["read", "approve"] }), firstName: "Lead" });
  reader = await makeAdmin(app, { rights: rightsOf({ "KYC Management": ["read"] }), firstName: "Reader" });
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
    team: { today: NONE, seven_days: NONE },
    officers: [{ officer: { id: grace.id, name: grace.name, email: grace.email }, today: NONE, seven_days: NONE }],
  });

  await makeKyc(app, { submittedAt: ago(30 * 60), flags: ["under_18"] });
  await decide(grace, "approved", 10);
  const rejected = await decide(grace, "rejected", 30);
  const back = await decide(grace, "resubmission_requested", 20);
  // One request was resubmitted and one reopened later. Neither changes the figures of that day.
  await app.db.update(kycRequests).set({ state: "pending", decidedAt: null }).where(eq(kycRequests.id, back));
  await ask("PATCH", `/${rejected}/reopening`, ayi, { version: 3, reason: "The card was readable." });
  await decidedThen(ayi, "rejected", ago(3 * DAY), 40);
  await decidedThen(ayi, "approved", ago(9 * DAY), 500);
  // Decided without a claim, so the time from claim to decision is unknown.
  const { id } = await makeKyc(app, { submittedAt: ago(300) });
  await ask("PATCH", `/${id}/decision`, grace, { version: 1, decision: "rejected", ...told });
});
afterAll(() => app.stop());
afterEach(() => {
  env().kycFigures = "lead";
});

const GRACE = { approved: 1, rejected: 2, sent_back: 1, reopened: 0, median_minutes: 10 };
const AYI = { ...NONE, rejected: 1, reopened: 1, median_minutes: 40 };

describe("kyc.stats", () => {
  it("counts waiting, late, clean and flagged requests, and decisions of today and of seven days", async () => {
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

  it("shows every officer by name to a lead", async () => {
    expect((await stats(lead)).officers).toEqual([
      {
        officer: { id: ayi.id, name: ayi.name, email: ayi.email },
        today: { ...NONE, reopened: 1 },
        seven_days: AYI,
      },
      { officer: { id: grace.id, name: grace.name, email: grace.email }, today: GRACE, seven_days: GRACE },
    ]);
  });

  it("shows officers their own figures, and read-only admins the team's only", async () => {
    expect(await seen(grace)).toEqual([grace.name]);
    expect((await stats(ayi)).officers[0]?.seven_days).toEqual(AYI);
    expect(await seen(reader)).toEqual([]);
    expect((await stats(reader)).team.today.approved).toBe(1);
  });

  it("shows the figures of every officer to all admins if KYC_FIGURES is all", async () => {
    env().kycFigures = "all";
    for (const by of [grace, reader, lead]) expect(await seen(by)).toEqual([ayi.name, grace.name]);
  });

  it("shows figures only to the officers themselves, not even to a lead, if KYC_FIGURES is own", async () => {
    env().kycFigures = "own";
    expect(await seen(grace)).toEqual([grace.name]);
    expect(await seen(lead)).toEqual([]);
    expect((await stats(lead)).team.seven_days.rejected).toBe(3);
  });
});
