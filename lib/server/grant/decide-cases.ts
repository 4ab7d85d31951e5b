import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import { APPLICATION_TRANSITIONS, type ApplicationState, type Decision, REVIEWERS } from "@/lib/contract/grant.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { changedWords } from "@/lib/server/records/version";
import { statusNow, type UserRecord } from "@/lib/server/user/status";
import type { ApplicationRecord } from "./application-record";
import { waitsForApplicant } from "./application-rows";
import { approvedAs } from "./approved-as";
import { membersAmong, unfitAmong } from "./eligibility";
import { STATE_WORDS } from "./hold-application";
import type { ProgrammeRecord } from "./programme-record";
import { conflictWords } from "./read-conflicts";
import { recheckHeld } from "./recheck-duplicates";
import { tellDecisions } from "./tell-applicants";

/** One application with what a decision looks at. The transaction holds all of it but the user. */
export type Case = {
  application: ApplicationRecord;
  /** The same object for all of one programme: what is approved counts for those that follow. */
  programme: ProgrammeRecord;
  user: UserRecord;
  /** Its row in a payout batch that was not taken out; `moved`: the provider has paid it although it failed here. */
  row:
    | (Pick<typeof grantBatchRows.$inferSelect, "batchId" | "row" | "state"> & { batch: string; moved: boolean })
    | null;
  /** Why the admin may not decide. */
  conflict: string | undefined;
  /** `amount`: kobo. */
  wanted: { version: number; amount?: number };
};
type How = { decision: Decision; reason: string; by: string };
type Outcome = { done: boolean; message: string; after?: Record<string, unknown> };
/** `amount`: kobo of an approval; `kept`: why it stays as it is. */
type Verdict = { one: Case; amount: number | null; kept: string | null };

const TO: Record<Decision, ApplicationState> = { shortlist: "shortlisted", approve: "approved", reject: "rejected" };

/**
 * Decides applications with their letters, each by itself, or says why not; by the same few statements however many they are.
 * @returns in their order; `after`: for the audit row
 */
export async function decideCases(tx: Transaction, cases: readonly Case[], how: How): Promise<Outcome[]> {
  const { decision, reason } = how;
  const verdicts = await verdictsOn(tx, cases, decision);
  const decided = verdicts.filter(({ kept }) => kept === null);
  if (decision === "reject")
    await leaveBatches(
      tx,
      decided.map(({ one }) => one),
    );
  await write(tx, decided, how);
  await tellDecisions(
    tx,
    decided.map(({ one: { application, programme }, amount }) => ({
      application,
      programme,
      decision,
      amount,
      reason,
    })),
  );
  return verdicts.map(({ amount, kept }) => {
    if (kept !== null) return { done: false, message: kept };
    const awarded = amount === null ? undefined : formatMoney(amount);
    const after = { state: TO[decision], amount: awarded, reason: reason || undefined };
    return { done: true, message: doneWords(decision, amount), after };
  });
}

async function verdictsOn(tx: Transaction, cases: readonly Case[], decision: Decision): Promise<Verdict[]> {
  if (decision !== "approve") return cases.map((one) => ({ one, amount: null, kept: whyNot(one, decision) }));
  const isFit = await fitness(tx, cases);
  const verdicts = cases.map((one): Verdict & { amount: number } => {
    const amount = awardOf(one);
    return { one, amount, kept: whyNot(one, decision) ?? whyNotAwarded(one, amount) ?? isFit(one) };
  });
  const duplicates = await recheckHeld(
    tx,
    verdicts.flatMap(({ one, kept }) => (kept === null ? [one] : [])),
  );
  // What is left of a budget goes to the first ones.
  return verdicts.map((verdict) => {
    const { one, amount, kept } = verdict;
    if (kept !== null) return verdict;
    const { kinds, uncleared } = duplicates(one.application.id);
    const isFlagged = kinds.length > 0 && uncleared.length > 0;
    const why = whyNotLeft(one, amount) ?? (isFlagged ? "Look at its duplicates first." : null);
    // As the trigger does to the programme's row.
    if (why === null) one.programme.committed += amount;
    return { one, amount, kept: why };
  });
}

async function write(tx: Transaction, decided: readonly Verdict[], { decision, reason, by }: How): Promise<void> {
  if (!decided.length) return;
  const ids = decided.map(({ one }) => one.application.id);
  /** What differs from one to the next, by its place among the ids. */
  const each = <T>(type: SQL, of: (verdict: Verdict) => T) =>
    sql`(${sql.param(decided.map(of))}::${type}[])[array_position(${sql.param(ids)}::uuid[], ${grantApplications.id})]`;
  await tx
    .update(grantApplications)
    .set({
      state: TO[decision],
      ...(decision === "approve" && {
        amount: each(sql`bigint`, ({ amount }) => amount),
        approvedAs: each(sql`jsonb`, ({ one }) => JSON.stringify(approvedAs(one.user, one.application))),
      }),
      ...(decision === "reject" && { reason }),
      ...(decision !== "shortlist" && { decidedBy: by, decidedAt: sql`clock_timestamp()` }),
      updatedAt: sql`clock_timestamp()`,
      version: sql`${grantApplications.version} + 1`,
    })
    .where(inArray(grantApplications.id, ids));
}

function doneWords(decision: Decision, amount: number | null): string {
  if (decision === "shortlist") return "Shortlisted.";
  return decision === "reject" ? "Rejected." : `Approved: ${formatMoney(amount ?? 0)}.`;
}

/** Kobo: what everybody gets, what was said, or else what was asked for. */
const awardOf = ({ application, programme, wanted }: Case): number =>
  wanted.amount ?? (programme.awardKind === "fixed" ? programme.amount : application.amountAsked);

function whyNot({ application, row, conflict, wanted }: Case, decision: Decision): string | null {
  const { state, inBatch, version } = application;
  if (!APPLICATION_TRANSITIONS[state].includes(TO[decision])) return wrongState(state, decision);
  if (version !== wanted.version) return changedWords("application");
  if (conflict !== undefined) return `${conflictWords(conflict)}. Someone else has to decide.`;
  if (decision !== "reject") return null;
  if (state === "approved" && inBatch)
    return `It is in payout batch ${row?.batch ?? ""}. Take it out of the batch first.`;
  if (state === "payment_failed" && row && row.state !== "failed")
    return "Its payment is being tried again. Wait until that has ended.";
  if (row?.moved) return "The provider has paid this out. It can't be rejected.";
  return null;
}

function wrongState(state: ApplicationState, decision: Decision): string {
  if (decision === "approve" && state === "submitted") return "Shortlist this application first.";
  return `This application is ${STATE_WORDS[state]}, so it can't be ${TO[decision]}.`;
}

/** What the award says by itself. @param amount kobo */
function whyNotAwarded({ application, programme, user }: Case, amount: number): string | null {
  const { reviews, amountAsked } = application;
  if (reviews < REVIEWERS)
    return `Two scores are needed: ${reviews === 0 ? "none" : "one"} is in. Have it reviewed first.`;
  if (programme.awardKind === "fixed" && amount !== programme.amount)
    return `This programme gives everybody ${formatMoney(programme.amount)}.`;
  if (amount > programme.amount) return `This programme gives at most ${formatMoney(programme.amount)} to each.`;
  if (programme.awardKind === "up_to" && amount > amountAsked)
    return `The applicant asked for ${formatMoney(amountAsked)}. Award no more than that.`;
  if (waitsForApplicant(application)) return "An answer of the applicant is awaited.";
  if (user.status === "closed") return "The applicant's account is closed.";
  return statusNow(user) === "suspended" ? "The applicant's account is suspended." : null;
}

/** @param amount kobo */
function whyNotLeft({ programme }: Case, amount: number): string | null {
  const left = programme.budget - programme.committed - programme.paid;
  if (amount <= left) return null;
  return `Only ${formatMoney(left)} is left of the programme's budget. Award less, or raise the budget first.`;
}

/** Says of a case why its applicant is not eligible any more; each programme's group is asked once. */
async function fitness(tx: Transaction, cases: readonly Case[]): Promise<(one: Case) => string | null> {
  const now = new Date();
  const members = new Map<string, ReadonlySet<string>>();
  for (const programme of new Set(cases.map((one) => one.programme))) {
    const people = cases.flatMap((one) => (one.programme === programme ? [one.user.id] : []));
    members.set(programme.id, await membersAmong(tx, programme, people));
  }
  return ({ programme, user }) => {
    const unfit = unfitAmong(programme, user, members.get(programme.id) ?? new Set(), { now });
    return unfit.length ? `Not eligible any more. ${unfit.map(({ message }) => message).join(" ")}` : null;
  };
}

/** Payments that failed are given up: their rows leave their batches. */
async function leaveBatches(tx: Transaction, cases: readonly Case[]): Promise<void> {
  const rows = cases.flatMap(({ row }) => row ?? []);
  if (!rows.length) return;
  await tx.execute(sql`
    update ${grantBatchRows} r set state = 'removed', updated_at = clock_timestamp()
    from unnest(${sql.param(rows.map(({ batchId }) => batchId))}::uuid[], ${sql.param(rows.map(({ row }) => row))}::int[])
      c (batch_id, row)
    where r.batch_id = c.batch_id and r.row = c.row`);
}
