import "server-only";
import { and, asc, eq } from "drizzle-orm";
import type { PaymentChannel, TransactionType } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { paymentProviderOf } from "./provider";

/** Database row of a payment method. */
export type MethodRow = typeof paymentMethods.$inferSelect;

/** True if this method pays from the citizen's own wallet, immediately and within our ledger. */
export const isOwnWalletMethod = ({ channel, provider }: MethodRow) => channel === "wallet" && provider === "ledger";

/**
 * Returns the method with this code, for an amount in kobo. The citizen's own wallet pays for everything except its own funding.
 * @throws 400 if the method is unknown, or does not accept the amount; 409 if the method is disabled
 */
export async function requirePaymentMethod(
  db: Queryable,
  { method: code, amount, type }: { method: string; amount: number; type: TransactionType },
): Promise<MethodRow> {
  const mayUseWallet = type !== "wallet_funding";
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.code, code));
  if (!method || !(paymentProviderOf(method.provider) || (mayUseWallet && isOwnWalletMethod(method)))) {
    const advice = mayUseWallet ? "Use the code of another one." : "Use the code of one that a payment provider takes.";
    const message = `There is no such payment method. ${advice}`;
    throw refuse.badInput(message, { method: message });
  }
  if (!method.enabled)
    throw refuse.conflict(`Payments by ${method.name} are switched off at the moment. Use another payment method.`);
  refuseAmount(method, amount, type === "ticket" ? "method" : "amount");
  return method;
}

/** Rejects an amount that the method does not accept. @param field request field of the error @throws 400 */
function refuseAmount({ name, minAmount, maxAmount }: MethodRow, amount: number, field: "method" | "amount"): void {
  if (amount >= minAmount && amount <= maxAmount) return;
  const advice = field === "method" ? "Choose another payment method." : "Choose an amount between them.";
  const message = `${name} takes ${formatMoney(minAmount)} to ${formatMoney(maxAmount)}. ${advice}`;
  throw refuse.badInput(message, { [field]: message });
}

/** Returns the first method for a transfer in kobo from wallets. @throws 400 for an invalid amount; 409 if there is no method */
export async function requireTransferMethod(db: Queryable, amount: number): Promise<MethodRow> {
  const found = (await enabledMethods(db, "wallet")).find(isOwnWalletMethod);
  if (!found) throw refuse.conflict("Transfers are switched off at the moment. Try again later.");
  refuseAmount(found, amount, "amount");
  return found;
}

/** Returns the method for a withdrawal in kobo to a bank. @throws 400 for an invalid amount; 409 if there is no method */
export async function requireWithdrawalMethod(db: Queryable, amount: number): Promise<MethodRow> {
  const found = await findPayoutMethod(db);
  if (!found) throw refuse.conflict("Withdrawals are switched off at the moment. Try again later.");
  refuseAmount(found, amount, "amount");
  return found;
}

/** Returns the first enabled method that pays out to bank accounts; undefined if there is none. */
export const findPayoutMethod = async (db: Queryable): Promise<MethodRow | undefined> =>
  (await enabledMethods(db, "bank_transfer")).find(({ provider }) => paymentProviderOf(provider));

const enabledMethods = (db: Queryable, channel: PaymentChannel) =>
  db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.channel, channel), eq(paymentMethods.enabled, true)))
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));
