import "server-only";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { REVIEWERS } from "@/lib/contract/grant.values";
import type { grantApplications as contract, DecisionResult } from "@/lib/contract/grant-applications";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { type Refused, refusedRows } from "@/lib/server/audit/refused";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantApplications, grantProgrammes, grantReviews } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { users } from "@/lib/server/db/schema/user";
import { type ApplicationRecord, applicationRecord, GRANT_APPLICATION } from "./application-record";
import { type Case, decideCases } from "./decide-cases";
import { hasMoved } from "./moved-money";
import { conflictsWith } from "./read-conflicts";

type Input = InputOf<typeof contract.decide>;

/**
 * Shortlists, approves or rejects applications, each by itself: those that can't be decided stay as they are, and their
 * result says why. One audit row for each, done or refused, and one letter for each that is decided. An approval's row,
 * and that of a rejection, has both scores where both are in: nothing changes them any more.
 * @throws 404 when none of the applications exists
 */
export async function decideApplications({ tx, admin, audit }: WriteContext, input: Input) {
  const cases = await casesOf(tx, admin.id, input);
  const isFound = new Set(cases.map(({ application }) => application.id));
  const refused: Refused[] = input.applications
    .filter(({ id }) => !isFound.has(id))
    .map(({ id }) => ({ record: { type: GRANT_APPLICATION, id, name: GONE.name }, refusal: GONE.message }));
  if (!cases.length) throw Object.assign(refuse.notFound("application"), { rows: refusedRows(refused) });
  const scores = input.decision === "shortlist" ? new Map<string, string>() : await scoresOf(tx, cases);
  const results = new Map<string, DecisionResult>();
  const how = { decision: input.decision, reason: input.reason.trim(), by: admin.id };
  const outcomes = await decideCases(tx, cases, how);
  for (const [place, { application, user }] of cases.entries()) {
    const outcome = outcomes[place];
    if (!outcome) throw new Error("A case was not decided.");
    const { id, reference } = application;
    const name = fullName(user);
    const { done, message } = outcome;
    results.set(id, { id, reference, name, done, message });
    const record = applicationRecord(application);
    const { state } = application;
    if (done) audit({ record, before: { state }, after: { ...outcome.after, scores: scores.get(id) } });
    else refused.push({ record, refusal: message });
  }
  for (const row of refusedRows(refused)) audit(row);
  return { results: input.applications.map(({ id }) => results.get(id) ?? { id, ...GONE }) };
}

const GONE = { reference: "", name: "Unknown application", done: false, message: "This application does not exist." };

/** What a decision looks at, read once for all, and held in the order of locks: batch rows, applications, programmes. */
async function casesOf(tx: Transaction, adminId: string, { applications: asked }: Input): Promise<Case[]> {
  const ids = asked.map(({ id }) => id);
  const rows = await holdRows(tx, ids);
  const applications = await tx
    .select()
    .from(grantApplications)
    .where(inArray(grantApplications.id, ids))
    .orderBy(asc(grantApplications.id))
    .for("no key update");
  const programmeIds = [...new Set(applications.map(({ programmeId }) => programmeId))];
  const programmes = await tx
    .select()
    .from(grantProgrammes)
    .where(inArray(grantProgrammes.id, programmeIds))
    .orderBy(asc(grantProgrammes.id))
    .for("no key update");
  const userIds = [...new Set(applications.map(({ userId }) => userId))];
  const people = await tx.select().from(users).where(inArray(users.id, userIds));
  const conflicts = await conflictsWith(tx, adminId, ids);
  const found = new Map(applications.map((application) => [application.id, application]));
  // In the order in which they were chosen: what is left of a budget goes to the first ones.
  return asked.flatMap(({ id, ...wanted }) => {
    const application = found.get(id);
    const programme = programmes.find((each) => each.id === application?.programmeId);
    const user = people.find((each) => each.id === application?.userId);
    if (!application || !programme || !user) return [];
    return { application, programme, user, row: rows.get(id) ?? null, conflict: conflicts.get(id), wanted };
  });
}

/** Their rows in payout batches that were not taken out, by the application's id. */
async function holdRows(tx: Transaction, ids: string[]): Promise<Map<string, NonNullable<Case["row"]>>> {
  const rows = await tx
    .select({
      applicationId: grantBatchRows.applicationId,
      batchId: grantBatchRows.batchId,
      row: grantBatchRows.row,
      state: grantBatchRows.state,
      batch: grantBatches.reference,
    })
    .from(grantBatchRows)
    .innerJoin(grantBatches, eq(grantBatches.id, grantBatchRows.batchId))
    .where(and(inArray(grantBatchRows.applicationId, ids), ne(grantBatchRows.state, "removed")))
    .orderBy(asc(grantBatchRows.applicationId))
    .for("no key update", { of: grantBatchRows });
  const moved = await movedOf(tx, ids);
  return new Map(rows.map(({ applicationId, ...row }) => [applicationId, { ...row, moved: moved.has(applicationId) }]));
}

/** Those whose failed payment the provider has made after all; asked once the rows are held, so that a late report is seen. */
async function movedOf(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id from grant_applications a join grant_batch_rows r on r.application_id = a.id
    where a.id = any(${sql.param(ids)}::uuid[]) and a.state = 'payment_failed' and r.state <> 'removed' and ${hasMoved}`);
  return new Set(rows.map(({ id }) => id));
}

/** Who scored how much, in words, of those that have both scores: application's id → text. */
async function scoresOf(db: Queryable, cases: readonly { application: ApplicationRecord }[]) {
  const ids = cases.flatMap(({ application: { id, reviews } }) => (reviews === REVIEWERS ? [id] : []));
  const rows = await db
    .select({ id: grantReviews.applicationId, score: grantReviews.score, reviewer: admins })
    .from(grantReviews)
    .innerJoin(admins, eq(admins.id, grantReviews.reviewerId))
    .where(inArray(grantReviews.applicationId, ids))
    .orderBy(asc(grantReviews.at));
  const texts = new Map<string, string>();
  for (const { id, score, reviewer } of rows)
    if (score !== null) texts.set(id, [texts.get(id), `${fullName(reviewer)}: ${score}`].filter(Boolean).join(", "));
  return texts;
}
