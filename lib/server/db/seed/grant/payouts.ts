import "server-only";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { encrypt } from "@/lib/server/base/secret";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import { DEMO_PAYMENT_METHODS } from "@/lib/server/db/seed/methods";
import { seedId } from "@/lib/server/db/seed/random";
import { type DemoPaymentRows, ledgerEntryOf, type PastPayment } from "@/lib/server/db/seed/transactions";
import { applicationRecordRef } from "@/lib/server/grant/application-record";
import { batchRecordRef, GRANT_BATCH_RECORD_TYPE } from "@/lib/server/grant/batch-record";
import { payoutId, payoutReference } from "@/lib/server/grant/payout-id";
import { SENT_TO_PROVIDER_MESSAGE } from "@/lib/server/transaction/insert-payment";
import { paymentPostings } from "@/lib/server/transaction/postings";
import { simulatedProviderReference } from "@/lib/server/transaction/simulated-reference";
import type { PastApplication, PastBatch, PastProgramme } from "./model";

const ACCOUNT_CLOSED_REASON = "The bank says that this account was closed.";

/** Creates two payout batches of the programme: one that was paid, and one that waits for approval. */
export function addGrantPayouts(clock: SeedClock, programme: PastProgramme, payments: DemoPaymentRows): void {
  const { story, applications } = programme;
  if (story.paid !== undefined) {
    const at = addMs(clock.ago(2 * DAY_MS), (2 - story.paid) * DAY_MS + 11 * HOUR_MS);
    const paid = applications.filter(({ end }) => end === "disbursed" || end === "payment_failed");
    const batch = createBatch(programme, paid, addMs(at, -5 * HOUR_MS));
    approveBatch(programme, batch, at);
    for (const [place, application] of paid.entries()) pay(programme, batch, { place, application, at, payments });
    const sum = (state: string) =>
      batch.rows.reduce((total, each) => total + (each.state === state ? each.amount : 0), 0);
    const finishedAt = addMs(at, 2 * HOUR_MS);
    batch.row.doneAt = finishedAt;
    programme.actions.push({
      at: finishedAt,
      adminId: null,
      action: "grant.finishBatch",
      record: batchRecordRef(batch.row),
      before: { state: "paying" },
      after: { state: "done", paid_amount: formatMoney(sum("paid")), failed_amount: formatMoney(sum("failed")) },
    });
  }
  if (story.waiting)
    createBatch(
      programme,
      applications.filter(({ end }) => end === "approved").slice(0, story.waiting),
      clock.ago(20 * MINUTE_MS),
    );
}

/** Creates a payout batch whose approval was requested. */
function createBatch(programme: PastProgramme, of: readonly PastApplication[], at: Date): PastBatch {
  const number = programme.index * 10 + programme.batches.length;
  const id = seedId("grant batch", number);
  const civicId = demoAdminId("civic");
  const amount = of.reduce((sum, { row }) => sum + (row.amount ?? 0), 0);
  const row: PastBatch["row"] = {
    id,
    reference: `PAY-${id.slice(-12).toUpperCase()}`,
    programmeId: programme.row.id,
    state: "awaiting_approval",
    createdBy: civicId,
    createdAt: addMs(at, -10 * MINUTE_MS),
    approvedBy: null,
    approvedAt: null,
    doneAt: null,
    rows: of.length,
    amount,
    version: 2,
  };
  const rows = of.map(({ row: { id: applicationId, amount: each } }, position) => ({
    batchId: id,
    row: position + 1,
    applicationId,
    amount: each ?? 0,
    state: "pending" as const,
    problem: null,
    tries: 0,
    faults: 0,
    changes: [],
    transactionId: null,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
  }));
  const record = batchRecordRef(row);
  const change = `Pay ${of.length} grants of “${programme.row.name}”: ${formatMoney(amount)}`;
  const reason = "Payout of what was approved so far";
  const batch: PastBatch = {
    row,
    rows,
    approval: {
      id: seedId("grant approval", number),
      kind: "grant.submitBatch",
      recordType: GRANT_BATCH_RECORD_TYPE,
      recordId: id,
      recordName: row.reference,
      change,
      payload: { rows: of.length, amount },
      requestedBy: civicId,
      requestedAt: at,
      reason,
      expiresAt: addMs(at, 7 * DAY_MS),
    },
  };
  const createValues = { state: "draft", programme: programme.row.name, rows: of.length, amount: formatMoney(amount) };
  const submitValues = { state: "awaiting_approval", awaiting_approval: change, reason };
  programme.actions.push(
    { at: row.createdAt, adminId: civicId, action: "grant.createBatch", record, before: null, after: createValues },
    { at, adminId: civicId, action: "grant.submitBatch", record, before: { state: "draft" }, after: submitValues },
  );
  programme.batches.push(batch);
  return batch;
}

function approveBatch({ actions }: PastProgramme, { row, approval }: PastBatch, at: Date): void {
  const by = demoAdminId("finance");
  Object.assign(row, { state: "done", approvedBy: by, approvedAt: at, version: 4 });
  Object.assign(approval, { state: "approved", decidedBy: by, decidedAt: at, version: 2 });
  const after = { state: "paying", rows: row.rows, amount: formatMoney(row.amount) };
  const before = { state: "awaiting_approval" };
  actions.push({ at, adminId: by, action: "approvals.decide", record: batchRecordRef(row), before, after });
}

type Payout = { place: number; application: PastApplication; at: Date; payments: DemoPaymentRows };

/** Pays one row of a payout batch to the wallet or the bank; a failed payout gets a reason. */
function pay(programme: PastProgramme, { rows }: PastBatch, { place, application, at: start, payments }: Payout): void {
  const row = rows[place];
  if (!row) return;
  const { row: applicationRow, person, end } = application;
  const at = addMs(start, (place + 1) * 1_200);
  const isHeld = person.restriction !== null && person.restriction !== "no_debit";
  Object.assign(row, { tries: 1, updatedAt: at, state: end === "disbursed" ? "paid" : "failed" });
  Object.assign(applicationRow, { updatedAt: at, version: applicationRow.version + 1, inBatch: true });
  if (end === "payment_failed" && applicationRow.payoutKind === "wallet" && !isHeld) setClosedBankAccount(application);
  const isBank = applicationRow.payoutKind === "bank";
  if (end === "payment_failed")
    row.problem = isBank
      ? ACCOUNT_CLOSED_REASON
      : `${fullName(person)}'s wallet is restricted: no money may go into it. Retry once the restriction is lifted.`;
  const paymentValues = { amount: formatMoney(row.amount), problem: row.problem ?? undefined };
  programme.actions.push({
    at,
    adminId: null,
    action: "grant.payRow",
    record: applicationRecordRef(applicationRow),
    before: { payment: "pending" },
    after: { payment: isBank ? "sent" : row.state, ...paymentValues },
  });
  if (!isBank && end === "payment_failed") return;
  const id = payoutId(row, 1);
  row.transactionId = id;
  const reference = payoutReference(id);
  const completedAt = isBank ? addMs(at, 40_000) : at;
  const payment: PastPayment = {
    id,
    reference,
    userId: person.id,
    counterpartyId: null,
    type: "grant_payout",
    channel: isBank ? "bank_transfer" : "wallet",
    methodId: isBank ? (DEMO_PAYMENT_METHODS.find(({ channel }) => channel === "bank_transfer")?.id ?? null) : null,
    amount: row.amount,
    fee: 0,
    state: row.problem ? "failed" : "succeeded",
    refundedAmount: 0,
    refundOf: null,
    providerReference: isBank ? simulatedProviderReference(reference) : null,
    cardLast4: null,
    description: `Grant: ${programme.row.name}`,
    failureReason: row.problem,
    createdAt: at,
    completedAt,
  };
  payments.rows.push(payment);
  const eventBase = { transactionId: id, kind: "attempt", from: null };
  if (isBank) {
    const endEvent = { at: completedAt, kind: "webhook", from: "pending", to: payment.state };
    payments.events.push({ ...eventBase, at, to: null, message: SENT_TO_PROVIDER_MESSAGE });
    payments.events.push({ ...eventBase, ...endEvent, message: row.problem ?? "Approved" });
  } else payments.events.push({ ...eventBase, at, to: payment.state, message: "Paid into the wallet" });
  if (row.problem) return;
  const postings = paymentPostings(payment);
  const entryId = seedId("grant entry", programme.index * 1_000 + place);
  payments.entries.push(ledgerEntryOf(payment, { id: entryId, at: completedAt, postings }));
}

/** Gives the application a bank account that no longer exists, so that its payout fails. */
function setClosedBankAccount(application: PastApplication): void {
  const account = `00${application.row.id.replace(/\D/g, "").slice(-8).padStart(8, "0")}`;
  application.account = account;
  Object.assign(application.row, {
    payoutKind: "bank",
    bank: "Access Bank",
    bankCode: "044",
    accountName: fullName(application.person),
    accountNumber: encrypt(account),
    accountLast4: account.slice(-4),
    approvedAs: { ...application.row.approvedAs, account_last4: account.slice(-4) },
  });
}
