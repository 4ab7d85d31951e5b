import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import type { DuplicateKind } from "@/lib/contract/grant.values";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { findPayoutMethod, type MethodRow } from "@/lib/server/transaction/require-method";
import { currentUserStatus } from "@/lib/server/user/status";
import type { ApplicationRecord } from "./application-record";
import type { PayoutRowRecord } from "./batch-record";
import { changeBatchRows, setApplicationStates } from "./change-rows";
import { notifyPayouts } from "./notify-payouts";
import { type Payee, payeeOf, payIntoWallets, queueProviderOrders } from "./pay-to-wallet-or-bank";
import { recheckDuplicatesOfLocked } from "./recheck-duplicates";

/** Result of paying a row: the reason if it failed, and its audit values. */
export type PayoutRowOutcome = {
  application: ApplicationRecord;
  problem: string | null;
  after: Record<string, string>;
};

/**
 * Pays rows that the caller has locked: immediately into a wallet, or by an order to the provider, whose report completes the row
 * (end-payout.ts). Pays many rows together, because one row takes nearly as long as fifty. A refused row fails alone, and only its reason
 * is stored. An unexpected error is thrown and rolls back all rows.
 * @returns one outcome per row, in order
 */
export async function payBatchRows(tx: Transaction, rows: readonly PayoutRowRecord[]): Promise<PayoutRowOutcome[]> {
  const payees = await lockPayees(tx, rows);
  const isToBank = payees.some(({ application }) => application.payoutKind === "bank");
  const method = isToBank ? await findPayoutMethod(tx) : undefined;
  const problems = await whyNotPayable(tx, payees, method);
  const payable = payees.filter(({ row }) => !problems.has(row.row));
  const toBanks = payable.filter(({ application }) => application.payoutKind === "bank");
  if (method) await queueProviderOrders(tx, toBanks, method);
  const refused = await payIntoWallets(
    tx,
    payable.filter(({ application }) => application.payoutKind === "wallet"),
  );
  for (const [row, problem] of refused) problems.set(row, problem);
  await fail(tx, payees, problems);
  return payees.map((payee) => rowOutcomeOf(payee, problems.get(payee.row.row)));
}

function rowOutcomeOf({ row, application, payment }: Payee, problem: string | undefined): PayoutRowOutcome {
  if (problem !== undefined) return { application, problem, after: { payment: "failed", problem } };
  const after = {
    payment: application.payoutKind === "bank" ? "sent" : "paid",
    transaction: payment.reference,
    amount: formatMoney(row.amount),
  };
  return { application, problem: null, after };
}

/** Marks rows as failed. Notifies an applicant only of the first failure. */
async function fail(tx: Transaction, payees: readonly Payee[], problems: ReadonlyMap<number, string>): Promise<void> {
  const failed = payees.flatMap((payee) => {
    const problem = problems.get(payee.row.row);
    return problem === undefined ? [] : [{ ...payee, problem }];
  });
  await changeBatchRows(
    tx,
    failed.map(({ row, problem, attempt }) => ({ row, state: "failed", problem, tries: attempt })),
  );
  const toNotify = failed.filter(({ application }) => application.state === "approved");
  await setApplicationStates(
    tx,
    toNotify.map(({ application }) => application),
    "payment_failed",
  );
  await notifyPayouts(tx, toNotify, "delayed");
}

/** Locks the applications of these rows by id. @returns payees in the order of the rows */
async function lockPayees(tx: Transaction, rows: readonly PayoutRowRecord[]): Promise<Payee[]> {
  const ids = rows.map(({ applicationId }) => applicationId);
  const found = await tx
    .select({ application: grantApplications, programme: { name: grantProgrammes.name }, user: users })
    .from(grantApplications)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantApplications.programmeId))
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .where(inArray(grantApplications.id, ids))
    .orderBy(asc(grantApplications.id))
    .for("no key update", { of: grantApplications });
  const byId = new Map(found.map((one) => [one.application.id, one]));
  return rows.map((row) => {
    const one = byId.get(row.applicationId);
    if (!one) throw new Error(`Application ${row.applicationId} vanished.`);
    return payeeOf(row, one);
  });
}

const NOUN_OF_KIND: Record<DuplicateKind, string> = {
  identity_number: "identity number",
  phone: "phone number",
  account: "bank account",
  photo: "photo",
  device: "device",
};

/** Returns by row number why rows can't be paid. Stores duplicate flags found by the check. */
async function whyNotPayable(
  tx: Transaction,
  payees: readonly Payee[],
  method: MethodRow | undefined,
): Promise<Map<number, string>> {
  const problems = new Map<number, string>();
  const isOpen = ({ application: { state } }: Payee) => state === "approved" || state === "payment_failed";
  const duplicates = await recheckDuplicatesOfLocked(tx, payees.filter(isOpen));
  for (const payee of payees) {
    const { application, row } = payee;
    const problem = isOpen(payee)
      ? (duplicateMessage(duplicates(application.id).uncleared) ?? whyCannotReceive(payee, method))
      : `This application is ${application.state}, so it isn't paid.`;
    if (problem !== null) problems.set(row.row, problem);
  }
  return problems;
}

function duplicateMessage(uncleared: readonly string[]): string | null {
  if (!uncleared.length) return null;
  const kinds = new Set(uncleared.map((pair) => NOUN_OF_KIND[pair.split(":")[0] as DuplicateKind]));
  return `Another application has the same ${[...kinds].join(", ")}. Check its duplicates. Clear them and retry, or reject it.`;
}

const NO_METHOD =
  "No payment method for bank transfers is switched on. Switch one on under Transactions, Payment methods, and retry.";

/** Returns why a row can't be paid: closed account, restricted wallet, or no enabled payment method for bank transfers. */
function whyCannotReceive({ application, user }: Payee, method: MethodRow | undefined): string | null {
  if (user.status === "closed") return `${fullName(user)}'s account is closed, so the grant can't be paid.`;
  if (application.payoutKind === "bank") return method ? null : NO_METHOD;
  const isRestricted = currentUserStatus(user) === "restricted" && user.restriction !== "no_debit";
  return isRestricted
    ? `${fullName(user)}'s wallet is restricted: no money may go into it. Retry once the restriction is lifted.`
    : null;
}
