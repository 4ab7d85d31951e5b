import "server-only";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "@/lib/server/db/client";

/** Whether an order that was sent names each of these, once, and nothing else. */
export function namesAll(ids: readonly string[], all: readonly { id: string }[]): boolean {
  const named = new Set(ids);
  return ids.length === all.length && named.size === ids.length && all.every(({ id }) => named.has(id));
}

/** Writes positions from 0 in this order, in one statement. */
export const putInOrder = (tx: Transaction, table: PgTable, ids: readonly string[]) =>
  tx.execute(sql`update ${table} t set position = o.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as o(id, position) where t.id = o.id`);
