import "server-only";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";

/** Returns true if `ids` contains the id of each row exactly once, and no other id. */
function hasSameIds(ids: readonly string[], all: readonly { id: string }[]): boolean {
  const joinNames = new Set(ids);
  return ids.length === all.length && joinNames.size === ids.length && all.every(({ id }) => joinNames.has(id));
}

/** Saves in one statement the position of each row, counted from 0. */
export const storeRowPositions = (tx: Transaction, table: PgTable, ids: readonly string[]) =>
  tx.execute(sql`update ${table} t set position = o.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as o(id, position) where t.id = o.id`);

/**
 * Refuses a new order that does not contain exactly the ids of the list.
 * @throws 409 with the current list
 */
export async function refuseIncompleteOrder(
  ids: readonly string[],
  { nouns, all, current }: { nouns: string; all: readonly { id: string }[]; current: () => Promise<unknown> },
): Promise<void> {
  if (hasSameIds(ids, all)) return;
  throw refuse.conflict(
    `The ${nouns} have changed since you opened them. Review the list and reorder it again.`,
    await current(),
  );
}

const named = (names: readonly string[]) => names.join(", ").slice(0, 2_000);

/**
 * Saves a new order of a whole list, as given by the ids in the request.
 * @param of plural noun for the rows ("numbers"), the rows that the transaction locked, and a function that reads the current list
 * @returns the old and the new order as names of the rows, for the audit row
 * @throws 409 with the current list if rows were added or removed since the client read the list
 */
export async function reorderRows<T extends { id: string; name: string }>(
  tx: Transaction,
  table: PgTable,
  ids: readonly string[],
  of: { nouns: string; all: readonly T[]; current: () => Promise<unknown> },
): Promise<{ before: string; after: string }> {
  await refuseIncompleteOrder(ids, of);
  await storeRowPositions(tx, table, ids);
  const names = new Map(of.all.map(({ id, name }) => [id, name]));
  return { before: named(of.all.map(({ name }) => name)), after: named(ids.map((id) => names.get(id) ?? id)) };
}
