import "server-only";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { REVIEWERS_NEEDED } from "@/lib/contract/grant.values";
import type { grantApplicationCalls as contract, DecisionResult } from "@/lib/contract/grant-applications";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { type RefusedRecord, refusalAuditEntries } from "@/lib/server/audit/refused-records";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantApplications, grantProgrammes, grantReviews } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { users } from "@/lib/server/db/schema/user";
import type { AccountNameByApplication } from "./account-names";
import { type ApplicationRecord, applicationRecordRef, GRANT_APPLICATION_RECORD_TYPE } from "./application-record";
import { type DecisionContext, decideEachApplication } from "./decide-cases";
import { wasFailedRowPaidOut } from "./late-payments";
import { readConflictsOfInterestOfAdmin } from "./read-conflicts";

type Input = InputOf<typeof contract.decide>;

/**
 * Shortlists, approves or rejects applications individually. An application that can't be decided stays unchanged, and its result contains the
 * reason. Writes an audit row for each application, completed or refused, and queues a message to each applicant with a decision. Audit rows of
 * approvals and rejections contain both scores if they exist, because scores are final by then.
 * @throws 404 if none of the applications exists
 */
export async function decideApplications(
  { tx, admin, audit }: WriteContext,
  input: Input,
  names: AccountNameByApplication,
) {
  const contexts = await lockCases(tx, admin.id, input, names);
  const foundIds = new Set(contexts.map(({ application }) => application.id));
  const refused: RefusedRecord[] = input.applications
    .filter(({ id }) => !foundIds.has(id))
    .map(({ id }) => ({ record: { type: GRANT_APPLICATION_RECORD_TYPE, id, name: GONE.name }, refusal: GONE.message }));
  if (!contexts.length) throw Object.assign(refuse.notFound("application"), { rows: refusalAuditEntries(refused) });
  const scores = input.decision === "shortlist" ? new Map<string, string>() : await scoreTextsOf(tx, contexts);
  const results = new Map<string, DecisionResult>();
  const options = { decision: input.decision, reason: input.reason.trim(), by: admin.id };
  const outcomes = await decideEachApplication(tx, contexts, options);
  for (const [index, { application, user }] of contexts.entries()) {
    const outcome = outcomes[index];
    if (!outcome) throw new Error("A case was not decided.");
    const { id, reference } = application;
    const name = fullName(user);
    const { done, message } = outcome;
    results.set(id, { id, reference, name, done, message });
    const record = applicationRecordRef(application);
    const { state } = application;
    if (done) audit({ record, before: { state }, after: { ...outcome.after, scores: scores.get(id) } });
    else refused.push({ record, refusal: message });
  }
  for (const row of refusalAuditEntries(refused)) audit(row);
  return { results: input.applications.map(({ id }) => results.get(id) ?? { id, ...GONE }) };
}

const GONE = { reference: "", name: "Unknown application", done: false, message: "This application does not exist." };

/** Reads all data needed for the decisions, and locks the rows in the lock order: batch rows, applications, programmes. */
async function lockCases(
  tx: Transaction,
  adminId: string,
  { applications: asked }: Input,
  names: AccountNameByApplication,
): Promise<DecisionContext[]> {
  const ids = asked.map(({ id }) => id);
  const rows = await lockRows(tx, ids);
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
  const applicants = await tx.select().from(users).where(inArray(users.id, userIds));
  const conflicts = await readConflictsOfInterestOfAdmin(tx, adminId, ids);
  const byId = new Map(applications.map((application) => [application.id, application]));
  // Keeps the order of the request, because the first applications get what is left of a budget.
  return asked.flatMap(({ id, ...wanted }) => {
    const application = byId.get(id);
    const programme = programmes.find((each) => each.id === application?.programmeId);
    const user = applicants.find((each) => each.id === application?.userId);
    if (!application || !programme || !user) return [];
    return {
      application,
      programme,
      user,
      row: rows.get(id) ?? null,
      conflict: conflicts.get(id),
      wanted,
      account: names.get(id),
    };
  });
}

/** Locks the batch rows of these applications, except removed rows. @returns the rows by application id */
async function lockRows(tx: Transaction, ids: string[]): Promise<Map<string, NonNullable<DecisionContext["row"]>>> {
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
  const moved = await applicationsPaidLate(tx, ids);
  return new Map(rows.map(({ applicationId, ...row }) => [applicationId, { ...row, moved: moved.has(applicationId) }]));
}

/**
 * Returns the ids of applications whose failed payment the provider has made after all. Reads after the row locks, so that late reports are
 * visible.
 */
async function applicationsPaidLate(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id from grant_applications a join grant_batch_rows r on r.application_id = a.id
    where a.id = any(${sql.param(ids)}::uuid[]) and a.state = 'payment_failed' and r.state <> 'removed' and ${wasFailedRowPaidOut}`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns both scores with their reviewers as text, by application id. Skips applications without both scores. */
async function scoreTextsOf(db: Queryable, contexts: readonly { application: ApplicationRecord }[]) {
  const ids = contexts.flatMap(({ application: { id, reviews } }) => (reviews === REVIEWERS_NEEDED ? [id] : []));
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
