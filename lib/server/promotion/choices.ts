import "server-only";
import { asc, eq } from "drizzle-orm";
import { PROMOTABLE_TYPES, type PromotableType } from "@/lib/contract/promotion.values";
import { audienceGroups } from "@/lib/server/content-entries/audience-groups";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { paymentProviderOf } from "@/lib/server/transaction/provider";
import { isOwnWalletMethod } from "@/lib/server/transaction/require-method";

/**
 * Lists groups and payment methods for the promotion form and the form that tests a promotion. Admins who use these forms may lack the
 * right to read users or transactions.
 */
export async function listPromotionFormOptions(db: Queryable) {
  const { items: groups } = await audienceGroups(db);
  const found = await db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.enabled, true))
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));
  const methods = found.flatMap((method) => {
    const types = promotableTypes(method);
    return types.length ? [{ code: method.code, name: method.name, channel: method.channel, types }] : [];
  });
  return { groups, methods };
}

/** Returns the payment types of a method by the rules for charges: the citizen's own wallet pays only for tickets. */
function promotableTypes(method: typeof paymentMethods.$inferSelect): PromotableType[] {
  if (paymentProviderOf(method.provider)) return [...PROMOTABLE_TYPES];
  return isOwnWalletMethod(method) ? ["ticket"] : [];
}
