import "server-only";
import { and, asc, eq, ne } from "drizzle-orm";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantApplications, grantDocuments, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { pageCountSql } from "@/lib/server/files/pages";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { GRANT_APPLICATION_RECORD_TYPE } from "./application-record";
import { selectApplications, toApplicationRow } from "./application-rows";
import { ineligiblePersonReasons } from "./eligibility";
import { conflictOfInterestMessage, readConflictsOfInterest } from "./read-conflicts";
/** Returns an application as its page shows it to this admin. @throws 404 */
export async function readApplicationDetails(db: Queryable, adminId: string, id: string): Promise<ApplicationDetails> {
  const [found] = await selectApplications(db).where(eq(grantApplications.id, id));
  if (!found) throw refuse.notFound("application");
  const { application } = found;
  const [programme] = await db.select().from(grantProgrammes).where(eq(grantProgrammes.id, application.programmeId));
  const [user] = await db.select().from(users).where(eq(users.id, application.userId));
  if (!programme || !user) throw new Error(`Application ${id} lost its programme or user.`);
  const conflicts = await readConflictsOfInterest(db, id);
  const ownConflict = conflicts.find(({ admin }) => admin.id === adminId);
  const budgetLeft = programme.budget - programme.committed - programme.paid;
  return {
    ...toApplicationRow(found),
    contact_phone: application.contactPhone,
    payout: {
      kind: application.payoutKind,
      bank: application.bank,
      account_name: application.accountName,
      account_last4: application.accountLast4,
    },
    answers: await answersOf(db, id, programme.questions),
    documents: await documentsOf(db, id),
    ineligible: await ineligiblePersonReasons(db, programme, user, { now: new Date() }),
    most: Math.min(programme.amount, budgetLeft),
    budget_left: budgetLeft,
    ...(await questionOf(db, application)),
    reason: application.reason,
    my_conflict: ownConflict ? conflictOfInterestMessage(ownConflict.reason) : null,
    conflicts,
    ...(await payoutOf(db, id)),
    timeline: await readRecordTimeline(db, GRANT_APPLICATION_RECORD_TYPE, id),
  };
}

/** Returns the applicant's answers in the order of the programme's questions. */
async function answersOf(
  db: Queryable,
  id: string,
  questions: (typeof grantProgrammes.$inferSelect)["questions"],
): Promise<ApplicationDetails["answers"]> {
  const [found] = await db
    .select({ answers: grantApplications.answers })
    .from(grantApplications)
    .where(eq(grantApplications.id, id));
  return questions.map((question) => ({
    question_id: question.id,
    label: question.label,
    kind: question.kind,
    answer: found?.answers[question.id] ?? null,
  }));
}

async function documentsOf(db: Queryable, applicationId: string): Promise<ApplicationDetails["documents"]> {
  const rows = await db
    .select({
      id: grantDocuments.id,
      label: grantDocuments.label,
      content_type: grantDocuments.contentType,
      width: grantDocuments.width,
      height: grantDocuments.height,
      pages: pageCountSql(grantDocuments),
      replacedAt: grantDocuments.replacedAt,
    })
    .from(grantDocuments)
    .where(eq(grantDocuments.applicationId, applicationId))
    .orderBy(asc(grantDocuments.createdAt), asc(grantDocuments.id));
  return rows.map(({ replacedAt, ...row }) => ({ ...row, replaced_at: replacedAt?.toISOString() ?? null }));
}

type Asked = Pick<typeof grantApplications.$inferSelect, "question" | "askedBy" | "askedAt" | "reply" | "repliedAt">;

async function questionOf(db: Queryable, application: Asked): Promise<Pick<ApplicationDetails, "question" | "reply">> {
  const { question, askedBy, askedAt, reply, repliedAt } = application;
  const [by] = askedBy ? await db.select().from(admins).where(eq(admins.id, askedBy)) : [];
  return {
    question:
      question && by && askedAt ? { text: question, asked_by: toAdminRef(by), asked_at: askedAt.toISOString() } : null,
    reply: reply !== null && repliedAt ? { text: reply, at: repliedAt.toISOString() } : null,
  };
}

async function payoutOf(
  db: Queryable,
  applicationId: string,
): Promise<Pick<ApplicationDetails, "batch" | "transaction">> {
  const [row] = await db
    .select({
      batch: { id: grantBatches.id, name: grantBatches.reference },
      transaction: { id: transactions.id, reference: transactions.reference },
    })
    .from(grantBatchRows)
    .innerJoin(grantBatches, eq(grantBatches.id, grantBatchRows.batchId))
    .leftJoin(transactions, eq(transactions.id, grantBatchRows.transactionId))
    .where(and(eq(grantBatchRows.applicationId, applicationId), ne(grantBatchRows.state, "removed")));
  return { batch: row?.batch ?? null, transaction: row?.transaction ?? null };
}
