import "server-only";
import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { OwnPayment, transferRequest } from "@/lib/contract/transaction.app";
import { formatMoney } from "@/lib/format";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { Refusal, refuse } from "@/lib/server/api/errors";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { transactionRecordRef } from "./change-transaction";
import { draftPayment } from "./insert-payment";
import { maskedName, toOwnTransaction } from "./own-transaction";
import { CANT_RECEIVE_MESSAGE, payFromWallet } from "./pay-from-wallet";
import { refuseUnlessMaySpend } from "./refuse-payment";
import { requireTransferMethod } from "./require-method";

type TransferInput = z.output<typeof transferRequest>;

/** Returns the citizen with this phone number, for the sender to confirm before the transfer. @throws 404 */
export async function findTransferRecipient({ db }: HandlerContext, phone: string) {
  const user = await findByPhone(db, phone);
  return { user_id: user.id, name: maskedName(user) };
}

/**
 * Transfers money from a citizen's wallet to another's immediately, and notifies the recipient. The sender pays the fee.
 * @throws 400 for a transfer to oneself or an amount that the method does not accept; 404 for an unknown recipient; 409 if either account
 * may not do this, the wallet's balance is too low, or a limit of either tier would be exceeded
 */
export async function transferBetweenWallets(
  { tx, citizen, audit }: WriteContext,
  input: TransferInput,
): Promise<OwnPayment> {
  const sender = await citizen(input.user_id);
  refuseUnlessMaySpend(sender, "send money");
  const recipient = await recipientOf(tx, input);
  if (recipient.id === sender.id) {
    const message = "This is the sender's own account. Choose another recipient.";
    throw refuse.badInput(message, { [input.to_user_id ? "to_user_id" : "to_phone"]: message });
  }
  // The ledger itself checks closed and restricted wallets and their limits, under row locks.
  if (recipient.status === "suspended" || recipient.status === "closed") throw refuse.conflict(CANT_RECEIVE_MESSAGE);
  const { amount, description } = input;
  const method = await requireTransferMethod(tx, amount);
  const payment = { userId: sender.id, counterpartyId: recipient.id, type: "transfer", amount, description } as const;
  const draft = draftPayment(method, payment, null);
  const words = { costs: "this transfer costs", message: "Transferred in our own ledger" };
  const done = await payFromWallet(tx, draft, null, words);
  const { reference } = done;
  const amountTexts = { amount: formatMoney(amount), fee: formatMoney(done.fee), method: method.code };
  const after = { state: done.state, type: done.type, ...amountTexts, user_id: sender.id, to_user_id: recipient.id };
  audit({ record: transactionRecordRef(done), after });
  const note = done.description ? `\n\n“${done.description}”` : "";
  await notifyCitizen(tx, recipient.id, {
    subject: `You received ${formatMoney(amount)}`,
    text: `${maskedName(sender)} sent you ${formatMoney(amount)}. It is in your wallet.${note}\n\nReference: ${reference}`,
    title: `You received ${formatMoney(amount)}`,
    body: `From ${maskedName(sender)}`,
    data: { category: "transaction", transaction_id: done.id },
  });
  return toOwnTransaction(tx, done, sender.id);
}

async function recipientOf(
  tx: Transaction,
  { to_user_id: id, to_phone: phone = "" }: TransferInput,
): Promise<CitizenRow> {
  if (id === undefined) return findByPhone(tx, phone);
  const [foundUser] = await tx.select().from(users).where(eq(users.id, id));
  if (!foundUser) throw refuse.notFound("user");
  return foundUser;
}

async function findByPhone(db: Queryable, phone: string): Promise<CitizenRow> {
  const [foundUser] = await db
    .select()
    .from(users)
    .where(and(eq(users.phone, phone), ne(users.status, "closed")));
  if (foundUser) return foundUser;
  throw new Refusal(404, "NOT_FOUND", "No account has this phone number. Check it and ask again.");
}
