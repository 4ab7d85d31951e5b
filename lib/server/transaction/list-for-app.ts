import "server-only";
import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { OwnPayment } from "@/lib/contract/transaction.app";
import { SETTLED_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { transactions } from "@/lib/server/db/schema/transaction";
import { toOwnTransaction, toOwnTransactions } from "./own-transaction";

/** Returns a payment that this citizen made or received. @throws 404, also for a payment of another citizen */
export async function readOwnPayment(
  { db, citizen }: HandlerContext,
  input: { transactionId: string; user_id: string },
) {
  const user = await citizen(input.user_id);
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, input.transactionId), or(isOfUser(user.id), isReceivedBy(user.id))));
  if (!row) throw refuse.notFound("payment");
  return toOwnTransaction(db, row, user.id);
}

const isOfUser = (userId: string) => eq(transactions.userId, userId);

/** Matches transfers that the citizen received, and refunds of those transfers. */
const isReceivedBy = (userId: string) =>
  and(
    eq(transactions.counterpartyId, userId),
    or(inArray(transactions.state, [...SETTLED_TRANSACTION_STATES]), eq(transactions.type, "refund")),
  );

type AppListInput = { userId: string; size: number; cursor?: string };

/**
 * Returns a page of a citizen's transactions, newest first, including transfers received from others.
 * @param cursor the id of the last transaction of the previous page
 * @throws 400 for a cursor that is not from this citizen's list; 404; 409 when the account is closed
 */
export async function listTransactionsForApp(
  { db, citizen }: HandlerContext,
  { userId, size, cursor }: AppListInput,
): Promise<{ items: OwnPayment[]; next_cursor: string | null }> {
  const user = await citizen(userId);
  const afterCursor = cursor === undefined ? undefined : await afterPosition(cursor);
  // Queries own and received transactions separately, so that each query uses its own index and reads at most one page.
  const listPart = (partFilter: SQL | undefined) =>
    db
      .select()
      .from(transactions)
      .where(and(partFilter, afterCursor))
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(size + 1);
  const rows = await unionAll(listPart(isOfUser(user.id)), listPart(isReceivedBy(user.id)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(size + 1);
  const page = rows.slice(0, size);
  const items = await toOwnTransactions(db, page, user.id);
  return { items, next_cursor: rows.length > size ? (page.at(-1)?.id ?? null) : null };

  async function afterPosition(id: string): Promise<SQL> {
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    const [lastRow] = isId
      ? await db
          .select()
          .from(transactions)
          .where(and(eq(transactions.id, id), or(isOfUser(user.id), isReceivedBy(user.id))))
      : [];
    if (!lastRow) throw refuse.badInput(BAD_CURSOR_MESSAGE, { cursor: BAD_CURSOR_MESSAGE });
    return sql`(${transactions.createdAt}, ${transactions.id}) < (${lastRow.createdAt.toISOString()}::timestamptz, ${lastRow.id}::uuid)`;
  }
}

/** Error message for a cursor that the API did not issue. */
export const BAD_CURSOR_MESSAGE = "Send the next_cursor of the page before, unchanged.";
