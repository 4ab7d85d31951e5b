import "server-only";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";

/** Whether an order names each of these, once, and nothing else. */
function namesAll(ids: readonly string[], all: readonly { id: string }[]): boolean {
  const named = new Set(ids);
  return ids.length === all.length && named.size === ids.length && all.every(({ id }) => named.has(id));
}

/** Writes positions from 0 in this order, in one statement. */
export const putInOrder = (tx: Transaction, table: PgTable, ids: readonly string[]) =>
  tx.execute(sql`update ${table} t set position = o.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as o(id, position) where t.id = o.id`);

/** @throws 409 with the list as it is now, when an order does not name all of a list */
export async function refuseOthers(
  ids: readonly string[],
  { nouns, all, current }: { nouns: string; all: readonly { id: string }[]; current: () => Promise<unknown> },
): Promise<void> {
  if (namesAll(ids, all)) return;
  throw refuse.conflict(
    `The ${nouns} have changed since you opened them. Review the list and reorder it again.`,
    await current(),
  );
}

/** Names in their order, as the audit trail keeps them. */
const named = (names: readonly string[]) => names.join(", ").slice(0, 2_000);

/**
 * Puts all of a list in the order that was sent.
 * @param of what they are, in the plural ("numbers"), all of them as the transaction holds them, and the list as it is now
 * @returns both orders by name, for the audit row
 * @throws 409 with the list as it is now, when others are in it by now
 */
export async function reorder<T extends { id: string; name: string }>(
  tx: Transaction,
  table: PgTable,
  ids: readonly string[],
  of: { nouns: string; all: readonly T[]; current: () => Promise<unknown> },
): Promise<{ before: string; after: string }> {
  await refuseOthers(ids, of);
  await putInOrder(tx, table, ids);
  const names = new Map(of.all.map(({ id, name }) => [id, name]));
  return { before: named(of.all.map(({ name }) => name)), after: named(ids.map((id) => names.get(id) ?? id)) };
}
