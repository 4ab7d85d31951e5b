import "server-only";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { encrypt } from "@/lib/server/base/secret";
import { adminId } from "@/lib/server/db/seed/admins";
import { type Clock, DAY, HOUR, later, MINUTE } from "@/lib/server/db/seed/clock";
import { METHODS } from "@/lib/server/db/seed/methods";
import { idOf } from "@/lib/server/db/seed/random";
import { entryOf, type PastPayment, type Payments } from "@/lib/server/db/seed/transactions";
import { applicationRecord } from "@/lib/server/grant/application-record";
import { batchRecord, GRANT_BATCH } from "@/lib/server/grant/batch-record";
import { payoutId, payoutReference } from "@/lib/server/grant/payout-id";
import { SENT } from "@/lib/server/transaction/insert-payment";
import { paymentPostings } from "@/lib/server/transaction/postings";
import { numberOf } from "@/lib/server/transaction/simulated-provider";
import type { PastApplication, PastBatch, PastProgramme } from "./model";

const CLOSED = "The bank says that this account was closed.";

/** Creates the paid batch, and one waiting for approval. */
export function payFrom(clock: Clock, programme: PastProgramme, payments: Payments): void {
  const { story, applications } = programme;
  if (story.paid !== undefined) {
    const at = later(clock.ago(2 * DAY), (2 - story.paid) * DAY + 11 * HOUR);
    const paid = applications.filter(({ end }) => end === "disbursed" || end === "payment_failed");
    const batch = batchOf(programme, paid, later(at, -5 * HOUR));
    approved(programme, batch, at);
    for (const [place, application] of paid.entries()) pay(programme, batch, { place, application, at, payments });
    const sum = (state: string) =>
      batch.rows.reduce((total, each) => total + (each.state === state ? each.amount : 0), 0);
    const done = later(at, 2 * HOUR);
    batch.row.doneAt = done;
    programme.actions.push({
      at: done,
      adminId: null,
      action: "grant.finishBatch",
      record: batchRecord(batch.row),
      before: { state: "paying" },
      after: { state: "done", paid_amount: formatMoney(sum("paid")), failed_amount: formatMoney(sum("failed")) },
    });
  }
  if (story.waiting)
    batchOf(
      programme,
      applications.filter(({ end }) => end === "approved").slice(0, story.waiting),
      clock.ago(20 * MINUTE),
    );
}

/** Creates a batch whose approval was requested. */
function batchOf(programme: PastProgramme, of: readonly PastApplication[], at: Date): PastBatch {
  const number = programme.index * 10 + programme.batches.length;
  const id = idOf("grant batch", number);
  const civic = adminId("civic");
  const amount = of.reduce((sum, { row }) => sum + (row.amount ?? 0), 0);
  const row: PastBatch["row"] = {
    id,
    reference: `PAY-${id.slice(-12).toUpperCase()}`,
    programmeId: programme.row.id,
    state: "awaiting_approval",
    createdBy: civic,
    createdAt: later(at, -10 * MINUTE),
    approvedBy: null,
    approvedAt: null,
    doneAt: null,
    rows: of.length,
    amount,
    version: 2,
  };
  const rows = of.map(({ row: { id: applicationId, amount: each } }, place) => ({
    batchId: id,
    row: place + 1,
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
  const record = batchRecord(row);
  const change = `Pay ${of.length} grants of “${programme.row.name}”: ${formatMoney(amount)}`;
  const reason = "Payout of what was approved so far";
  const batch: PastBatch = {
    row,
    rows,
    approval: {
      id: idOf("grant approval", number),
      kind: "grant.submitBatch",
      recordType: GRANT_BATCH,
      recordId: id,
      recordName: row.reference,
      change,
      payload: { rows: of.length, amount },
      requestedBy: civic,
      requestedAt: at,
      reason,
      expiresAt: later(at, 7 * DAY),
    },
  };
  const made = { state: "draft", programme: programme.row.name, rows: of.length, amount: formatMoney(amount) };
  const asked = { state: "awaiting_approval", awaiting_approval: change, reason };
  programme.actions.push(
    { at: row.createdAt, adminId: civic, action: "grant.createBatch", record, before: null, after: made },
    { at, adminId: civic, action: "grant.submitBatch", record, before: { state: "draft" }, after: asked },
  );
  programme.batches.push(batch);
  return batch;
}

function approved({ actions }: PastProgramme, { row, approval }: PastBatch, at: Date): void {
  const by = adminId("finance");
  Object.assign(row, { state: "done", approvedBy: by, approvedAt: at, version: 4 });
  Object.assign(approval, { state: "approved", decidedBy: by, decidedAt: at, version: 2 });
  const after = { state: "paying", rows: row.rows, amount: formatMoney(row.amount) };
  const before = { state: "awaiting_approval" };
  actions.push({ at, adminId: by, action: "approvals.decide", record: batchRecord(row), before, after });
}

type Paid = { place: number; application: PastApplication; at: Date; payments: Payments };

/** Pays one row, to the wallet or the bank; a failed one gets its reason. */
function pay(programme: PastProgramme, { rows }: PastBatch, { place, application, at: start, payments }: Paid): void {
  const row = rows[place];
  if (!row) return;
  const { row: own, person, end } = application;
  const at = later(start, (place + 1) * 1_200);
  const isHeld = person.restriction !== null && person.restriction !== "no_debit";
  Object.assign(row, { tries: 1, updatedAt: at, state: end === "disbursed" ? "paid" : "failed" });
  Object.assign(own, { updatedAt: at, version: own.version + 1, inBatch: true });
  if (end === "payment_failed" && own.payoutKind === "wallet" && !isHeld) toBank(application);
  const isBank = own.payoutKind === "bank";
  if (end === "payment_failed")
    row.problem = isBank
      ? CLOSED
      : `${fullName(person)}'s wallet is restricted: no money may go into it. Retry once the restriction is lifted.`;
  const said = { amount: formatMoney(row.amount), problem: row.problem ?? undefined };
  programme.actions.push({
    at,
    adminId: null,
    action: "grant.payRow",
    record: applicationRecord(own),
    before: { payment: "pending" },
    after: { payment: isBank ? "sent" : row.state, ...said },
  });
  if (!isBank && end === "payment_failed") return;
  const id = payoutId(row, 1);
  row.transactionId = id;
  const reference = payoutReference(id);
  const completedAt = isBank ? later(at, 40_000) : at;
  const payment: PastPayment = {
    id,
    reference,
    userId: person.id,
    counterpartyId: null,
    type: "grant_payout",
    channel: isBank ? "bank_transfer" : "wallet",
    methodId: isBank ? (METHODS.find(({ channel }) => channel === "bank_transfer")?.id ?? null) : null,
    amount: row.amount,
    fee: 0,
    state: row.problem ? "failed" : "succeeded",
    refundedAmount: 0,
    refundOf: null,
    providerReference: isBank ? numberOf(reference) : null,
    cardLast4: null,
    description: `Grant: ${programme.row.name}`,
    failureReason: row.problem,
    createdAt: at,
    completedAt,
  };
  payments.rows.push(payment);
  const told = { transactionId: id, kind: "attempt", from: null };
  if (isBank) {
    const ended = { at: completedAt, kind: "webhook", from: "pending", to: payment.state };
    payments.events.push({ ...told, at, to: null, message: SENT });
    payments.events.push({ ...told, ...ended, message: row.problem ?? "Approved" });
  } else payments.events.push({ ...told, at, to: payment.state, message: "Paid into the wallet" });
  if (row.problem) return;
  const postings = paymentPostings(payment);
  const entryId = idOf("grant entry", programme.index * 1_000 + place);
  payments.entries.push(entryOf(payment, { id: entryId, at: completedAt, postings }));
}

/** Sets a bank account that the bank no longer knows. */
function toBank(application: PastApplication): void {
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
