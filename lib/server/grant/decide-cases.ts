import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import {
  APPLICATION_TRANSITIONS,
  type ApplicationState,
  type GrantDecision,
  REVIEWERS_NEEDED,
} from "@/lib/contract/grant.values";
import type { AccountNameResult } from "@/lib/contract/grant-applications";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { conflictMessage } from "@/lib/server/records/version";
import { currentUserStatus, type UserRecord } from "@/lib/server/user/status";
import { emitApplicationWebhooks } from "@/lib/server/webhooks/record-events";
import { accountNameAuditText, accountNameRefusal } from "./account-names";
import type { ApplicationRecord } from "./application-record";
import { waitsForReply } from "./application-rows";
import { approvalSnapshot } from "./approval-snapshot";
import { groupMembersAmong, personRuleViolations } from "./eligibility";
import { APPLICATION_STATE_TEXTS } from "./lock-application";
import { notifyDecisions } from "./notify-applicants";
import type { ProgrammeRecord } from "./programme-record";
import { conflictOfInterestMessage } from "./read-conflicts";
import { recheckDuplicatesOfLocked } from "./recheck-duplicates";

/** An application with the data needed to decide it. The transaction has locked everything except the user. */
export type DecisionContext = {
  application: ApplicationRecord;
  /** Programme object shared by all applications to this programme, so that each approval reduces the remaining budget for the next. */
  programme: ProgrammeRecord;
  user: UserRecord;
  /** The application's row in a payout batch, unless removed. `moved`: the provider has paid the row although it is marked as failed. */
  row:
    | (Pick<typeof grantBatchRows.$inferSelect, "batchId" | "row" | "state"> & { batch: string; moved: boolean })
    | null;
  /** Reason of the deciding admin's conflict of interest with this application, if there is one. */
  conflict: string | undefined;
  /** Version and award sent by the admin; `amount` in kobo. */
  wanted: { version: number; amount?: number; account_name?: string };
  /** The account's name at the bank, for an approval that is paid to a bank account. */
  account: AccountNameResult | undefined;
};
type DecisionInput = { decision: GrantDecision; reason: string; by: string };
type Result = { done: boolean; message: string; after?: Record<string, unknown> };
/** Result of checking one application. `amount`: approved kobo; `kept`: why the application stays undecided, or null. */
type Assessment = { one: DecisionContext; amount: number | null; kept: string | null };

const NEXT_STATES: Record<GrantDecision, ApplicationState> = {
  shortlist: "shortlisted",
  approve: "approved",
  reject: "rejected",
};

/**
 * Decides applications one by one and queues their messages. The number of SQL statements does not depend on the number of applications.
 * @returns one outcome per application, in order; `after`: values of the audit row
 */
export async function decideEachApplication(
  tx: Transaction,
  contexts: readonly DecisionContext[],
  input: DecisionInput,
): Promise<Result[]> {
  const { decision, reason } = input;
  const assessments = await assessApplications(tx, contexts, decision);
  const decided = assessments.filter(({ kept }) => kept === null);
  if (decision === "reject")
    await removeFromBatches(
      tx,
      decided.map(({ one }) => one),
    );
  await writeAll(tx, decided, input);
  await notifyDecisions(
    tx,
    decided.map(({ one: { application, programme }, amount }) => ({
      application,
      programme,
      decision,
      amount,
      reason,
    })),
  );
  return assessments.map(({ one, amount, kept }) => {
    if (kept !== null) return { done: false, message: kept };
    const awarded = amount === null ? undefined : formatMoney(amount);
    const account = accountNameAuditText(one.account);
    const after = { state: NEXT_STATES[decision], amount: awarded, account_name: account, reason: reason || undefined };
    return { done: true, message: resultMessage(decision, amount), after };
  });
}

async function assessApplications(
  tx: Transaction,
  cases: readonly DecisionContext[],
  decision: GrantDecision,
): Promise<Assessment[]> {
  if (decision !== "approve") return cases.map((one) => ({ one, amount: null, kept: decisionRefusal(one, decision) }));
  const ineligibleReason = await eligibilityCheck(tx, cases);
  const assessments = cases.map((one): Assessment & { amount: number } => {
    const amount = awardAmountOf(one);
    const kept = decisionRefusal(one, decision) ?? awardRefusal(one, amount) ?? ineligibleReason(one);
    return { one, amount, kept: kept ?? accountNameRefusal(one.account, one.wanted.account_name) };
  });
  const duplicates = await recheckDuplicatesOfLocked(
    tx,
    assessments.flatMap(({ one, kept }) => (kept === null ? [one] : [])),
  );
  // Keeps the order of the request, because the first applications get what is left of a budget.
  return assessments.map((assessment) => {
    const { one, amount, kept } = assessment;
    if (kept !== null) return assessment;
    const { kinds, uncleared } = duplicates(one.application.id);
    const isFlagged = kinds.length > 0 && uncleared.length > 0;
    const refusal = budgetRefusal(one, amount) ?? (isFlagged ? "Check its duplicates first." : null);
    // Reduces the remaining budget for the next applications. In the database, a trigger updates the programme's sums.
    if (refusal === null) one.programme.committed += amount;
    return { one, amount, kept: refusal };
  });
}

async function writeAll(
  tx: Transaction,
  decided: readonly Assessment[],
  { decision, reason, by }: DecisionInput,
): Promise<void> {
  if (!decided.length) return;
  const ids = decided.map(({ one }) => one.application.id);
  /** Returns SQL that gives each updated application its own value: an array of all values, read at the application's position in `ids`. */
  const each = <T>(type: SQL, of: (assessment: Assessment) => T) =>
    sql`(${sql.param(decided.map(of))}::${type}[])[array_position(${sql.param(ids)}::uuid[], ${grantApplications.id})]`;
  const changed = await tx
    .update(grantApplications)
    .set({
      state: NEXT_STATES[decision],
      ...(decision === "approve" && {
        amount: each(sql`bigint`, ({ amount }) => amount),
        approvedAs: each(sql`jsonb`, ({ one }) => JSON.stringify(approvalSnapshot(one.user, one.application))),
      }),
      ...(decision === "reject" && { reason }),
      ...(decision !== "shortlist" && { decidedBy: by, decidedAt: sql`clock_timestamp()` }),
      updatedAt: sql`clock_timestamp()`,
      version: sql`${grantApplications.version} + 1`,
    })
    .where(inArray(grantApplications.id, ids))
    .returning();
  await emitApplicationWebhooks(tx, changed);
}

function resultMessage(decision: GrantDecision, amount: number | null): string {
  if (decision === "shortlist") return "Shortlisted.";
  return decision === "reject" ? "Rejected." : `Approved: ${formatMoney(amount ?? 0)}.`;
}

/** Returns the award in kobo: the amount chosen by the admin, or else the fixed or the requested amount. */
const awardAmountOf = ({ application, programme, wanted }: DecisionContext): number =>
  wanted.amount ?? (programme.awardKind === "fixed" ? programme.amount : application.amountAsked);

function decisionRefusal(
  { application, row, conflict, wanted }: DecisionContext,
  decision: GrantDecision,
): string | null {
  const { state, inBatch, version } = application;
  if (!APPLICATION_TRANSITIONS[state].includes(NEXT_STATES[decision])) return wrongStateMessage(state, decision);
  if (version !== wanted.version) return conflictMessage("application");
  if (conflict !== undefined) return `${conflictOfInterestMessage(conflict)}. Another admin has to decide.`;
  if (decision !== "reject") return null;
  if (state === "approved" && inBatch)
    return `It is in payout batch ${row?.batch ?? ""}. Remove it from the batch first.`;
  if (state === "payment_failed" && row && row.state !== "failed")
    return "Its payment is being tried again. Wait until that has ended.";
  if (row?.moved) return "The provider has paid this out. It can't be rejected.";
  return null;
}

function wrongStateMessage(state: ApplicationState, decision: GrantDecision): string {
  if (decision === "approve" && state === "submitted") return "Shortlist this application first.";
  return `This application is ${APPLICATION_STATE_TEXTS[state]}, so it can't be ${NEXT_STATES[decision]}.`;
}

/** Returns why an award is refused, not considering budget and eligibility. @param amount kobo */
function awardRefusal({ application, programme, user }: DecisionContext, amount: number): string | null {
  const { reviews, amountAsked } = application;
  if (reviews < REVIEWERS_NEEDED)
    return `Two scores are needed: ${reviews === 0 ? "none" : "one"} is in. Have it reviewed first.`;
  if (programme.awardKind === "fixed" && amount !== programme.amount)
    return `This programme gives everybody ${formatMoney(programme.amount)}.`;
  if (amount > programme.amount) return `This programme gives at most ${formatMoney(programme.amount)} to each.`;
  if (programme.awardKind === "up_to" && amount > amountAsked)
    return `The applicant requested ${formatMoney(amountAsked)}. Award no more than that.`;
  if (waitsForReply(application)) return "The applicant's answer is still missing.";
  if (user.status === "closed") return "The applicant's account is closed.";
  return currentUserStatus(user) === "suspended" ? "The applicant's account is suspended." : null;
}

/** Returns why the budget does not cover an award. @param amount kobo */
function budgetRefusal({ programme }: DecisionContext, amount: number): string | null {
  const budgetLeft = programme.budget - programme.committed - programme.paid;
  if (amount <= budgetLeft) return null;
  return `Only ${formatMoney(budgetLeft)} is left of the programme's budget. Award less, or raise the budget first.`;
}

/** Returns a function that explains why an applicant is no longer eligible. Reads each programme's group once. */
async function eligibilityCheck(
  tx: Transaction,
  contexts: readonly DecisionContext[],
): Promise<(one: DecisionContext) => string | null> {
  const now = new Date();
  const members = new Map<string, ReadonlySet<string>>();
  for (const programme of new Set(contexts.map((one) => one.programme))) {
    const userIds = contexts.flatMap((one) => (one.programme === programme ? [one.user.id] : []));
    members.set(programme.id, await groupMembersAmong(tx, programme, userIds));
  }
  return ({ programme, user }) => {
    const reasons = personRuleViolations(programme, user, members.get(programme.id) ?? new Set(), { now });
    return reasons.length ? `Not eligible any more. ${reasons.map(({ message }) => message).join(" ")}` : null;
  };
}

/** Removes failed payments of rejected applications from their batches. */
async function removeFromBatches(tx: Transaction, contexts: readonly DecisionContext[]): Promise<void> {
  const rows = contexts.flatMap(({ row }) => row ?? []);
  if (!rows.length) return;
  await tx.execute(sql`
    update ${grantBatchRows} r set state = 'removed', updated_at = clock_timestamp()
    from unnest(${sql.param(rows.map(({ batchId }) => batchId))}::uuid[], ${sql.param(rows.map(({ row }) => row))}::int[])
      c (batch_id, row)
    where r.batch_id = c.batch_id and r.row = c.row`);
}
