import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import { mayHaveNegativeBalance, SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { MovementDetails, systemWalletCalls } from "@/lib/contract/system-wallet";
import { balanceDelta, MOVEMENT_BALANCE_MAX } from "@/lib/contract/system-wallet.values";
import { formatCount, formatMoney } from "@/lib/format";
import { attachBalanceMessage, featureOfLedgerAccount } from "@/lib/server/api/balances-in-refusals";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { cancelApproval } from "@/lib/server/approvals/close-approval";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import {
  accountName,
  insufficientFundsMessage,
  type LedgerAccount,
  lockAccounts,
  SYSTEM_ACCOUNT_PHRASES,
} from "@/lib/server/ledger/accounts";
import { refuseLedgerEntriesOfRestrictedUsers } from "@/lib/server/ledger/restrictions";
import { lockRecord, rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { lockTransactionRecord } from "@/lib/server/transaction/change-transaction";
import {
  ASK_LESS_ADVICE,
  COVER_SHORTAGE_ADVICE,
  lockTransactionByReference,
  readTransactionOfMovement,
  refuseMoreThanOnSuspense,
} from "./clear-suspense";
import { describeMovement } from "./describe-movement";
import { MOVEMENT_RECORD_TYPE, readMovementDetails } from "./list-movements";
import { effectsOfMovement, readSystemAccounts, sumWalletPostings } from "./read-accounts";

/** Database row of a manual transfer of money between accounts. */
export type MovementRecord = typeof walletMovements.$inferSelect;
type Payload<C extends keyof typeof systemWalletCalls> = InputOf<(typeof systemWalletCalls)[C]>;

/** Returns the reference to a manual transfer for audit rows and approvals. */
export const movementRecordRef = (movement: MovementRecord) => ({
  type: MOVEMENT_RECORD_TYPE,
  id: movement.id,
  name: movement.reference,
});

/** Returns a manual transfer's values for the audit trail. */
const auditFieldsOf = (movement: MovementRecord) => {
  const { kind, account, toAccount, direction, amount, note, externalReference, transactionId, state } = movement;
  return {
    kind,
    account,
    to_account: toAccount,
    direction,
    amount: formatMoney(amount),
    note,
    external_reference: externalReference,
    transaction: transactionId,
    state,
  };
};

const movementColumns = async (tx: Transaction, input: Omit<Payload<"updateMovement">, "movementId" | "version">) => ({
  kind: input.kind,
  account: input.account,
  toAccount: input.to_account ?? null,
  direction: input.direction ?? null,
  amount: input.amount,
  note: input.note,
  externalReference: input.external_reference ?? "",
  transactionId: await lockTransactionByReference(tx, input.transaction),
});

/** Drafts a manual transfer; with `submit` also requests its approval. @throws 409 if it takes more than is available */
export async function createMovement({ tx, admin, audit }: WriteContext, input: Payload<"createMovement">) {
  const draftMovement = await insertMovement(tx, { ...(await movementColumns(tx, input)), requestedBy: admin.id });
  const movement = input.submit ? await requestMovementApproval(tx, draftMovement, admin.id) : draftMovement;
  audit({ record: movementRecordRef(movement), after: auditFieldsOf(movement) });
  return readMovementDetails(tx, movement.id);
}

/** Inserts a manual transfer. @returns the stored row */
export async function insertMovement(
  tx: Transaction,
  values: Omit<typeof walletMovements.$inferInsert, "id">,
): Promise<MovementRecord> {
  const [movement] = await tx
    .insert(walletMovements)
    .values({ id: uuid(), ...values })
    .returning();
  if (!movement) throw new Error("No movement was created.");
  return movement;
}

/** Changes the caller's own draft. @throws 404; 403 for another admin's draft; 409 if the transfer is no draft any more, or has changed */
export async function updateMovement({ tx, admin, audit }: WriteContext, input: Payload<"updateMovement">) {
  const before = await lockOwnMovement(tx, input, admin.id, ["draft"]);
  const after = await updateMovementRow(tx, before.id, await movementColumns(tx, input));
  audit({ record: movementRecordRef(after), before: auditFieldsOf(before), after: auditFieldsOf(after) });
  return readMovementDetails(tx, after.id);
}

/**
 * Requests approval of the caller's own draft.
 * @throws 404; 403 for another admin's draft; 409 if the draft has changed, or takes more than is available
 */
export async function submitMovement({ tx, admin, audit }: WriteContext, input: Payload<"submitMovement">) {
  const before = await lockOwnMovement(tx, input, admin.id, ["draft"]);
  const after = await requestMovementApproval(tx, before, admin.id);
  audit({ record: movementRecordRef(after), before: { state: before.state }, after: { state: after.state } });
  return readMovementDetails(tx, after.id);
}

/**
 * Cancels the caller's own draft, or withdraws its request for approval. @throws 404; 403 for another admin's transfer; 409 if the request
 * is decided
 */
export async function cancelMovement(
  context: WriteContext,
  input: Payload<"cancelMovement">,
): Promise<MovementDetails> {
  const { tx } = context;
  const before = await lockOwnMovement(tx, input, context.admin.id, ["draft", "awaiting_approval"]);
  if (before.state === "awaiting_approval") {
    const [pendingApproval] = await tx
      .select({ id: approvals.id })
      .from(approvals)
      .where(and(eq(approvals.recordId, before.id), eq(approvals.state, "waiting")));
    // A database trigger cancels the manual transfer together with its request.
    if (pendingApproval) await cancelApproval(context, pendingApproval.id);
    return readMovementDetails(tx, before.id);
  }
  const after = await updateMovementRow(tx, before.id, { state: "cancelled", decidedAt: new Date() });
  context.audit({ record: movementRecordRef(after), before: { state: before.state }, after: { state: after.state } });
  return readMovementDetails(tx, after.id);
}

/**
 * Requests another admin's approval of a manual transfer. Nothing is posted before the approval. @throws 409 if current balances do not
 * suffice
 */
export async function requestMovementApproval(
  tx: Transaction,
  movement: MovementRecord,
  requestedBy: string,
): Promise<MovementRecord> {
  const subject = await lockTransactionOfMovement(tx, movement);
  const postings = await effectsOfMovement(tx, movement);
  // Concurrent requests for the same account wait for this lock, and then see the amount that this request takes.
  const wallets = postings.flatMap(({ code, accountId }) => (code ? [] : [accountId]));
  const accounts = await lockAccounts(tx, [...Object.values(SYSTEM_ACCOUNT_IDS), ...wallets]);
  const submitted = await updateMovementRow(tx, movement.id, { state: "awaiting_approval", requestedAt: new Date() });
  await requestApproval(tx, {
    kind: "systemWallet.submitMovement",
    record: movementRecordRef(submitted),
    change: `${describeMovement(submitted, subject)}${submitted.reversesEntryId ? `: ${await describePostings(tx, postings, accounts)}` : ""}`,
    payload: {},
    requestedBy,
    reason: submitted.note,
  });
  // The following checks include this request, because it is already pending.
  await refuseMoreThanOnSuspense(tx, submitted);
  await refuseLedgerEntriesOfRestrictedUsers(tx, [{ postings }], accounts);
  await refuseAboveAvailable(tx, submitted);
  if (submitted.kind === "clear") await refuseBeyondWalletLimits(tx, postings, accounts);
  return submitted;
}

/** Describes postings, because a reversal's kind does not state them: "debit Grants pool ₦50.00, credit Settlement float ₦50.00". */
async function describePostings(
  tx: Transaction,
  postings: readonly { accountId: string; amount: number }[],
  accounts: ReadonlyMap<string, LedgerAccount>,
): Promise<string> {
  const { postings: namedPostings, wallets } = sumWalletPostings(postings);
  const sideOf = (amount: number) => (amount < 0 ? "debit" : "credit");
  const sides: string[] = [];
  for (const { accountId, amount } of namedPostings) {
    const account = accounts.get(accountId);
    if (!account) throw new Error(`No ledger account ${accountId}.`);
    sides.push(`${sideOf(amount)} ${await accountName(tx, account)} ${formatMoney(Math.abs(amount))}`);
  }
  if (wallets)
    sides.push(
      `${sideOf(wallets.amount)} wallets of ${formatCount(wallets.people)} people ${formatMoney(Math.abs(wallets.amount))}`,
    );
  return sides.join(", ");
}

/** Rejects a manual transfer that takes more than a citizen's wallet contains, because its approval would fail. @throws 409 */
async function refuseBeyondWalletLimits(
  tx: Transaction,
  postings: Awaited<ReturnType<typeof effectsOfMovement>>,
  accounts: ReadonlyMap<string, LedgerAccount>,
): Promise<void> {
  for (const { accountId, amount } of postings) {
    const account = accounts.get(accountId);
    if (!account?.userId || account.balance + amount >= 0) continue;
    const words = `${await accountName(tx, account)} holds ${formatMoney(account.balance)}; this needs ${formatMoney(-amount)}. Take back no more than that. ${COVER_SHORTAGE_ADVICE}`;
    throw attachBalanceMessage(
      refuse.conflict(`${insufficientFundsMessage(account)} ${COVER_SHORTAGE_ADVICE}`),
      words,
      featureOfLedgerAccount(account),
    );
  }
}

/** Checks only the accounts that this manual transfer changes: a shortage in another account must not block the transfer. */
async function refuseAboveAvailable(tx: Transaction, movement: MovementRecord): Promise<void> {
  const effects = await effectsOfMovement(tx, movement);
  const accounts = await readSystemAccounts(tx);
  for (const { code, amount } of effects) {
    const accountNow = accounts.find(({ account }) => account === code);
    if (!code || !accountNow) continue;
    const isDebit = balanceDelta(code, amount) < 0;
    const after = isDebit ? accountNow.available : accountNow.expected;
    if (isDebit ? after >= (mayHaveNegativeBalance(code) ? -MOVEMENT_BALANCE_MAX : 0) : after <= MOVEMENT_BALANCE_MAX)
      continue;
    const words = `${SYSTEM_ACCOUNT_PHRASES[code]} holds ${formatMoney(accountNow.balance)}, and with this and the pending requests it would have ${formatMoney(after)}${isDebit && !mayHaveNegativeBalance(code) ? "" : `, beyond the ${formatMoney(MOVEMENT_BALANCE_MAX)} that an account is kept within`}. ${ASK_LESS_ADVICE}`;
    const neutralMessage = `${SYSTEM_ACCOUNT_PHRASES[code]} can't ${isDebit ? "give" : "take"} this with what already waits for approval. ${ASK_LESS_ADVICE}`;
    throw attachBalanceMessage(refuse.conflict(neutralMessage), words, "System Wallet");
  }
}

/** Changes columns of a manual transfer. @returns the changed row */
export async function updateMovementRow(
  tx: Transaction,
  id: string,
  values: Partial<typeof walletMovements.$inferInsert>,
): Promise<MovementRecord> {
  const updated = await updateVersionedRecord(tx, walletMovements, id, values);
  return updated;
}

/** Locks the transaction to which a manual transfer refers. Call it before locking accounts: refunds lock in the same order. */
export async function lockTransactionOfMovement(tx: Transaction, movement: MovementRecord) {
  if (movement.transactionId) await lockTransactionRecord(tx, movement.transactionId);
  return readTransactionOfMovement(tx, movement);
}

/** Locks a manual transfer until the transaction ends. @throws 404 */
export async function lockMovement(tx: Transaction, id: string): Promise<MovementRecord> {
  const movement = await lockRecord(tx, walletMovements, id, "movement");
  return movement;
}

async function lockOwnMovement(
  tx: Transaction,
  { movementId, version }: { movementId: string; version: number },
  adminId: string,
  states: readonly MovementRecord["state"][],
): Promise<MovementRecord> {
  const movement = await lockMovement(tx, movementId);
  const current = await readMovementDetails(tx, movementId);
  if (movement.requestedBy !== adminId)
    throw refuse.forbidden("Only the admin who drafted this can change it. Create your own draft instead.");
  if (!states.includes(current.state))
    throw refuse.conflict(
      `This movement is ${current.state.replace("_", " ")}, so it can't be changed any more.`,
      current,
    );
  await rejectStaleVersion("movement", movement, version, async () => current);
  return movement;
}
