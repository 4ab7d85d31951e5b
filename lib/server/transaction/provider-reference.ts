import "server-only";
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Checkout } from "@/lib/contract/transaction.app";
import type { ProviderName } from "@/lib/contract/transaction.values";
import type { Queryable } from "@/lib/server/db/client";
import { paymentCheckouts } from "@/lib/server/db/schema/provider";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";

/** Time in ms after which a payment whose checkout was never received can't be paid any more. */
const UNANSWERED_MS = 60 * 60_000;

/** Returns the reference under which the provider knows a payment, and when its checkout ends. */
export async function referenceAtProvider(
  db: Queryable,
  { id, reference, createdAt }: { id: string; reference: string; createdAt: Date },
): Promise<{ reference: string; expiresAt: Date }> {
  const [latest] = await db
    .select()
    .from(paymentCheckouts)
    .where(eq(paymentCheckouts.transactionId, id))
    .orderBy(desc(paymentCheckouts.attempt))
    .limit(1);
  const expiresAt = latest?.expiresAt ?? new Date(createdAt.getTime() + UNANSWERED_MS);
  return { reference: latest?.reference ?? reference, expiresAt };
}

/** Returns the id of the payment to which a provider's reference belongs; undefined if this provider has no such payment. */
export async function transactionIdOfProviderReference(
  db: Queryable,
  name: ProviderName,
  reference: string,
): Promise<string | undefined> {
  const [attempt] = await db
    .select({ id: paymentCheckouts.transactionId })
    .from(paymentCheckouts)
    .where(eq(paymentCheckouts.reference, reference));
  const [found] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    // A provider can't report about another provider's payments.
    .where(
      and(
        attempt ? eq(transactions.id, attempt.id) : eq(transactions.reference, reference),
        eq(paymentMethods.provider, name),
      ),
    );
  return found?.id;
}

/** Returns the checkouts that can still be paid, by payment. */
export async function readOpenCheckouts(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<Map<string, Checkout>> {
  if (!transactionIds.length) return new Map();
  const rows = await db
    .select({ id: paymentCheckouts.transactionId, checkout: paymentCheckouts.checkout })
    .from(paymentCheckouts)
    .where(
      and(
        inArray(paymentCheckouts.transactionId, [...transactionIds]),
        isNotNull(paymentCheckouts.checkout),
        sql`${paymentCheckouts.expiresAt} > now()`,
      ),
    );
  return new Map(rows.flatMap(({ id, checkout }) => (checkout ? [[id, checkout] as const] : [])));
}
