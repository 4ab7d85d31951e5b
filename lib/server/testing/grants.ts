import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ApplicationState, ProgrammeState } from "@/lib/contract/grant.values";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { grantApplications, grantProgrammes, grantReviews } from "@/lib/server/db/schema/grant";
import { reserveInPool } from "@/lib/server/ledger/reserve";
import { makeAdmin, makeUser, type TestApp } from "./app";
import { fundAccount } from "./ledger";

const DAY_MS = 86_400_000;

const STATE_PATHS: Record<ProgrammeState, ProgrammeState[]> = {
  draft: [],
  open: ["open"],
  closed: ["open", "closed"],
  completed: ["open", "closed", "completed"],
};

type ProgrammeValues = Partial<typeof grantProgrammes.$inferInsert>;

/**
 * Creates a programme in this state: by default open, ₦1,000 per award and a budget of ₦100,000. Funds the grants pool
 * with the budget and reserves it.
 */
export async function makeGrantProgramme(
  app: TestApp,
  admin: { id: string },
  { state = "open", ...values }: ProgrammeValues,
) {
  const id = uuid();
  const budget = values.budget ?? 10_000_000;
  await app.db.insert(grantProgrammes).values({
    id,
    name: "Market traders' grant",
    sponsor: "Ministry of Commerce",
    purpose: "Stock for traders whose stalls burnt down.",
    awardKind: "fixed",
    amount: 100_000,
    opensAt: new Date(Date.now() - DAY_MS),
    closesAt: new Date(Date.now() + 30 * DAY_MS),
    createdBy: admin.id,
    ...values,
    budget,
  });
  if (state !== "draft") {
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, budget);
    await app.db.transaction((tx) => reserveInPool(tx, "grants_pool", budget));
  }
  for (const next of STATE_PATHS[state])
    await app.db.update(grantProgrammes).set({ state: next }).where(eq(grantProgrammes.id, id));
  return readGrantProgramme(app, id);
}

/** Reads a grant programme's row from the database. */
export async function readGrantProgramme(app: TestApp, id: string) {
  const [programme] = await app.db.select().from(grantProgrammes).where(eq(grantProgrammes.id, id));
  if (!programme) throw new Error("no programme");
  return programme;
}

/** Reads a grant application's row from the database. */
export async function readGrantApplication(app: TestApp, id: string) {
  const [application] = await app.db.select().from(grantApplications).where(eq(grantApplications.id, id));
  if (!application) throw new Error("no application");
  return application;
}

type ApplicationValues = Partial<typeof grantApplications.$inferInsert>;

/** Creates an application in this state, by default of a new user and paid to the wallet. Adds two scores if the state requires them. */
export async function makeGrantApplication(
  app: TestApp,
  programme: { id: string; amount: number },
  { state = "submitted", amount, ...values }: ApplicationValues,
) {
  const userId = values.userId ?? (await makeUser(app)).id;
  const id = uuid();
  await app.db.insert(grantApplications).values({
    id,
    reference: `GRA-${id.slice(-12).toUpperCase()}`,
    programmeId: programme.id,
    amountAsked: programme.amount,
    contactPhone: "+2348031234567",
    applicantLga: "Calabar Municipal",
    applicantTier: 1,
    payoutKind: "wallet",
    ...values,
    userId,
  });
  await moveToState(app, id, state, amount ?? programme.amount);
  return readGrantApplication(app, id);
}

/** Inserts two scores of a grant application, each by a new reviewer. */
export async function scoreTwice(app: TestApp, applicationId: string, scores: [number, number]) {
  for (const score of scores) {
    const reviewer = await makeAdmin(app);
    await app.db.insert(grantReviews).values({ applicationId, reviewerId: reviewer.id, score });
  }
}

async function moveToState(app: TestApp, id: string, state: ApplicationState, amount: number) {
  const setApplication = (values: ApplicationValues) =>
    app.db.update(grantApplications).set(values).where(eq(grantApplications.id, id));
  if (state === "submitted") return;
  if (state === "rejected") return setApplication({ state: "rejected", reason: "Not this time" });
  await setApplication({ state: "shortlisted" });
  if (state === "shortlisted") return;
  await scoreTwice(app, id, [60, 80]);
  await setApplication({ state: "approved", amount });
  if (state !== "approved") await setApplication({ state });
}

/**
 * Returns functions that call the citizen app's API for one grant programme. By default an application has the user's phone and is paid to
 * the wallet.
 */
export function grantCallsOf(app: TestApp, programme: { id: string }) {
  const applicationPath = (applicationId: string) => `/grants/${programme.id}/applications/${applicationId}`;
  return {
    eligibility: (user: { id: string }) =>
      app.callAsApp("GET", `/grants/${programme.id}/eligibility?user_id=${user.id}`),
    apply: (user: { id: string; phone: string }, extraFields: object, headers: Record<string, string> = {}) => {
      const plainApplication = { contact_phone: user.phone, payout: { kind: "wallet" }, answers: [], documents: [] };
      const body = { user_id: user.id, ...plainApplication, ...extraFields };
      return app.callAsApp("POST", `/grants/${programme.id}/applications`, { body, headers });
    },
    read: (user: { id: string }, applicationId: string) =>
      app.callAsApp("GET", `${applicationPath(applicationId)}?user_id=${user.id}`),
    answer: (user: { id: string }, applicationId: string, extraFields: object) =>
      app.callAsApp("PATCH", applicationPath(applicationId), {
        body: { user_id: user.id, text: "Here it is.", ...extraFields },
      }),
  };
}
