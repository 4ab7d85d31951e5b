import "server-only";
import type { StarterSetPreview } from "@/lib/contract/setup";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { createPaymentMethod, offeredPaymentProviders } from "@/lib/server/transaction/payment-methods";
import { STARTER_PAYMENT_METHODS } from "./starter/payment-methods";

type StarterMethodInput = (typeof STARTER_PAYMENT_METHODS)[keyof typeof STARTER_PAYMENT_METHODS];

/** Returns the payment provider for a starter method; undefined if this server has none for external payments. */
const providerOf = (method: StarterMethodInput) =>
  "provider" in method ? method.provider : offeredPaymentProviders().find((provider) => provider !== "ledger");

async function methodsToAdd(db: Queryable) {
  const codes = new Set((await db.select({ code: paymentMethods.code }).from(paymentMethods)).map(({ code }) => code));
  return Object.values(STARTER_PAYMENT_METHODS).map((method, index) => ({
    method,
    position: index + 1,
    provider: providerOf(method),
    isThere: codes.has(method.code),
  }));
}

/** Lists the payment methods of the starter set and whether each exists already. */
export const previewStarterPaymentMethods = async (db: Queryable): Promise<StarterSetPreview["items"]> =>
  (await methodsToAdd(db)).map(({ method, provider, isThere }) => ({
    name: method.name,
    note:
      provider || isThere
        ? `${feeText(method)}; ${formatMoney(method.minAmount)} to ${formatMoney(method.maxAmount)}.`
        : "No payment provider is set up on this server. Add it yourself once there is one.",
    state: isThere ? "there" : provider ? "new" : "left_out",
  }));

/** Creates the payment methods of the starter set that are missing and have a provider. */
export async function createStarterPaymentMethods(context: WriteContext) {
  for (const { method, position, provider, isThere } of await methodsToAdd(context.tx))
    if (!isThere && provider)
      await createPaymentMethod(context, {
        code: method.code,
        name: method.name,
        channel: method.channel,
        provider,
        min_amount: method.minAmount,
        max_amount: method.maxAmount,
        fee_flat: method.feeFlat,
        fee_basis_points: method.feeBasisPoints,
        fee_cap: "feeCap" in method ? method.feeCap : null,
        position,
        enabled: true,
      });
}

/** Describes a fee: "Fee ₦100.00 and 1.5%, at most ₦2,000.00". */
function feeText(method: StarterMethodInput): string {
  const percent = method.feeBasisPoints ? ` and ${method.feeBasisPoints / 100}%` : "";
  const capText = "feeCap" in method ? `, at most ${formatMoney(method.feeCap)}` : "";
  return `Fee ${formatMoney(method.feeFlat)}${percent}${capText}`;
}
