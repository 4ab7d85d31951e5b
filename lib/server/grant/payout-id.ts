import "server-only";
import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { BatchRowRecord } from "./batch-record";

/**
 * The transaction of one try of a row: always the same id, so that the database refuses a second payment of the same try,
 * and every try of a row is found again.
 * @param attempt 1, 2, 3 …
 */
export function payoutId({ batchId, row }: Pick<BatchRowRecord, "batchId" | "row">, attempt: number): string {
  const hex = createHash("md5").update(`${batchId}:${row}:${attempt}`).digest("hex");
  // Version 8 of RFC 9562: an id of one's own making.
  const marked = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The same by the database, of a row `r` and an attempt. */
export const payoutIdSql = (row: SQL, attempt: SQL): SQL =>
  sql`overlay(overlay(md5(${row}.batch_id || ':' || ${row}.row || ':' || ${attempt}) placing '8' from 13) placing '8' from 17)::uuid`;

/** How the transactions of grants are numbered. */
export const PAYOUT_PREFIX = "GPT-";
export const payoutReference = (id: string) => `${PAYOUT_PREFIX}${id.slice(-12).toUpperCase()}`;
