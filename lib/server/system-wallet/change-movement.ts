import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import { mayBeNegative, SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { MovementSingle, systemWallet } from "@/lib/contract/system-wallet";
import { changeOf, HELD_MAX } from "@/lib/contract/system-wallet.values";
import { formatCount, formatMoney } from "@/lib/format";
import { featureOfAccount, withFigures } from "@/lib/server/api/balances-in-refusals";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { cancelApproval } from "@/lib/server/approvals/close-approval";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { ACCOUNT_WORDS, accountName, type LedgerAccount, lockAccounts, tooLittle } from "@/lib/server/ledger/accounts";
import { refuseRestricted } from "@/lib/server/ledger/restrictions";
import { lockRecord, refuseChanged, saveVersion } from "@/lib/server/records/version";
import { lockTransaction } from "@/lib/server/transaction/change-transaction";
import { ASK_LESS, aboutOf, OTHERWISE, refuseBeyondHeld, transactionNamed } from "./clear-suspense";
import { MOVEMENT, movementSingle } from "./list-movements";
import { movementWords } from "./movement-words";
import { effectsOf, walletAccounts, withWalletsTogether } from "./read-accounts";

export type MovementRecord = typeof walletMovements.$inferSelect;
type Input<C extends keyof typeof systemWallet> = InputOf<(typeof systemWallet)[C]>;

export const movementRecord = (movement: MovementRecord) => ({
  type: MOVEMENT,
  id: movement.id,
  name: movement.reference,
});

/** What the audit trail keeps of a movement. */
const kept = (movement: MovementRecord) => {
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

const columnsOf = async (tx: Transaction, input: Omit<Input<"updateMovement">, "movementId" | "version">) => ({
  kind: input.kind,
  account: input.account,
  toAccount: input.to_account ?? null,
  direction: input.direction ?? null,
  amount: input.amount,
  note: input.note,
  externalReference: input.external_reference ?? "",
  transactionId: await transactionNamed(tx, input.transaction),
});

/** Drafts a movement; with `submit` it is asked for in the same step. @throws 409 beyond what is available */
export async function createMovement({ tx, admin, audit }: WriteContext, input: Input<"createMovement">) {
  const drafted = await insertMovement(tx, { ...(await columnsOf(tx, input)), requestedBy: admin.id });
  const movement = input.submit ? await submit(tx, drafted, admin.id) : drafted;
  audit({ record: movementRecord(movement), after: kept(movement) });
  return movementSingle(tx, movement.id);
}

export async function insertMovement(
  tx: Transaction,
  values: Omit<typeof walletMovements.$inferInsert, "id">,
): Promise<MovementRecord> {
  const [movement] = await tx
    .insert(walletMovements)
    .values({ id: uuid(), ...values })
    .returning();
  if (!movement) throw new Error("No movement was made.");
  return movement;
}

/** @throws 404; 403 for another's draft; 409 when it is no draft any more or changed since */
export async function updateMovement({ tx, admin, audit }: WriteContext, input: Input<"updateMovement">) {
  const before = await lockOwn(tx, input, admin.id, ["draft"]);
  const after = await change(tx, before.id, await columnsOf(tx, input));
  audit({ record: movementRecord(after), before: kept(before), after: kept(after) });
  return movementSingle(tx, after.id);
}

/** @throws 404; 403 for another's; 409 when it is no draft, changed since, or beyond what is available */
export async function submitMovement({ tx, admin, audit }: WriteContext, input: Input<"submitMovement">) {
  const before = await lockOwn(tx, input, admin.id, ["draft"]);
  const after = await submit(tx, before, admin.id);
  audit({ record: movementRecord(after), before: { state: before.state }, after: { state: after.state } });
  return movementSingle(tx, after.id);
}

/** Drops a draft, or withdraws the request for it. @throws 404; 403 for another's; 409 when it is decided */
export async function cancelMovement(context: WriteContext, input: Input<"cancelMovement">): Promise<MovementSingle> {
  const { tx } = context;
  const before = await lockOwn(tx, input, context.admin.id, ["draft", "awaiting_approval"]);
  if (before.state === "awaiting_approval") {
    const [waiting] = await tx
      .select({ id: approvals.id })
      .from(approvals)
      .where(and(eq(approvals.recordId, before.id), eq(approvals.state, "waiting")));
    // The movement ends with its request, by the database.
    if (waiting) await cancelApproval(context, waiting.id);
    return movementSingle(tx, before.id);
  }
  const after = await change(tx, before.id, { state: "cancelled", decidedAt: new Date() });
  context.audit({ record: movementRecord(after), before: { state: before.state }, after: { state: after.state } });
  return movementSingle(tx, after.id);
}

/** Asks another admin for it; nothing moves before. @throws 409 when it could not be posted as things stand */
export async function submit(tx: Transaction, movement: MovementRecord, requestedBy: string): Promise<MovementRecord> {
  const about = await lockAbout(tx, movement);
  const postings = await effectsOf(tx, movement);
  // Anyone who asks for the same account's money at the same time waits here, and sees what this one takes.
  const wallets = postings.flatMap(({ code, accountId }) => (code ? [] : [accountId]));
  const accounts = await lockAccounts(tx, [...Object.values(SYSTEM_ACCOUNT_IDS), ...wallets]);
  const submitted = await change(tx, movement.id, { state: "awaiting_approval", requestedAt: new Date() });
  await requestApproval(tx, {
    kind: "systemWallet.submitMovement",
    record: movementRecord(submitted),
    change: `${movementWords(submitted, about)}${submitted.reversesEntryId ? `: ${await sidesOf(tx, postings, accounts)}` : ""}`,
    payload: {},
    requestedBy,
    reason: submitted.note,
  });
  // With it among what waits.
  await refuseBeyondHeld(tx, submitted);
  await refuseRestricted(tx, [{ postings }], accounts);
  await refuseBeyond(tx, submitted);
  if (submitted.kind === "clear") await refuseBeyondWallet(tx, postings, accounts);
  return submitted;
}

/** "debit Grants pool ₦50.00, credit Settlement float ₦50.00": a reversal alone does not tell by its kind what it posts. */
async function sidesOf(
  tx: Transaction,
  postings: readonly { accountId: string; amount: number }[],
  accounts: ReadonlyMap<string, LedgerAccount>,
): Promise<string> {
  const { postings: named, wallets } = withWalletsTogether(postings);
  const sideOf = (amount: number) => (amount < 0 ? "debit" : "credit");
  const sides: string[] = [];
  for (const { accountId, amount } of named) {
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

/** As the ledger would when it is approved; what the user has spent has to come from elsewhere. */
async function refuseBeyondWallet(
  tx: Transaction,
  postings: Awaited<ReturnType<typeof effectsOf>>,
  accounts: ReadonlyMap<string, LedgerAccount>,
): Promise<void> {
  for (const { accountId, amount } of postings) {
    const account = accounts.get(accountId);
    if (!account?.userId || account.balance + amount >= 0) continue;
    const words = `${await accountName(tx, account)} holds ${formatMoney(account.balance)}; this needs ${formatMoney(-amount)}. Take back no more than it holds. ${OTHERWISE}`;
    throw withFigures(refuse.conflict(`${tooLittle(account)} ${OTHERWISE}`), words, featureOfAccount(account));
  }
}

/** Asked of the accounts that this one changes; elsewhere another one may be short, which is no reason to refuse this. */
async function refuseBeyond(tx: Transaction, movement: MovementRecord): Promise<void> {
  const effects = await effectsOf(tx, movement);
  const accounts = await walletAccounts(tx);
  for (const { code, amount } of effects) {
    const found = accounts.find(({ account }) => account === code);
    if (!code || !found) continue;
    const isOut = changeOf(code, amount) < 0;
    const after = isOut ? found.available : found.expected;
    if (isOut ? after >= (mayBeNegative(code) ? -HELD_MAX : 0) : after <= HELD_MAX) continue;
    const words = `${ACCOUNT_WORDS[code]} holds ${formatMoney(found.balance)}, and with this and what already waits for approval it would come to ${formatMoney(after)}${isOut && !mayBeNegative(code) ? "" : `, beyond the ${formatMoney(HELD_MAX)} that an account is kept within`}. ${ASK_LESS}`;
    const neutral = `${ACCOUNT_WORDS[code]} can't ${isOut ? "give" : "take"} this with what already waits for approval. ${ASK_LESS}`;
    throw withFigures(refuse.conflict(neutral), words, "System Wallet");
  }
}

export async function change(
  tx: Transaction,
  id: string,
  values: Partial<typeof walletMovements.$inferInsert>,
): Promise<MovementRecord> {
  const changed = await saveVersion(tx, walletMovements, id, values);
  return changed;
}

/** The transaction that a movement names: locked before accounts, as anyone who refunds it does. */
export async function lockAbout(tx: Transaction, movement: MovementRecord) {
  if (movement.transactionId) await lockTransaction(tx, movement.transactionId);
  return aboutOf(tx, movement);
}

/** @throws 404 */
export async function lockMovement(tx: Transaction, id: string): Promise<MovementRecord> {
  const movement = await lockRecord(tx, walletMovements, id, "movement");
  return movement;
}

async function lockOwn(
  tx: Transaction,
  { movementId, version }: { movementId: string; version: number },
  adminId: string,
  states: readonly MovementRecord["state"][],
): Promise<MovementRecord> {
  const movement = await lockMovement(tx, movementId);
  const current = await movementSingle(tx, movementId);
  if (movement.requestedBy !== adminId)
    throw refuse.forbidden("Only the one who drafted this can change it. Draft one of your own instead.");
  if (!states.includes(current.state))
    throw refuse.conflict(
      `This movement is ${current.state.replace("_", " ")}, so it can't be changed any more.`,
      current,
    );
  await refuseChanged("movement", movement, version, async () => current);
  return movement;
}
