import "server-only";
import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { PayoutRowRecord } from "./batch-record";

/**
 * Derives the transaction id of an attempt from batch, row and attempt number. So the database refuses to pay the same attempt twice, and
 * all attempts of a row can be found.
 * @param attempt 1, 2, 3 …
 */
export function payoutId({ batchId, row }: Pick<PayoutRowRecord, "batchId" | "row">, attempt: number): string {
  const hex = createHash("md5").update(`${batchId}:${row}:${attempt}`).digest("hex");
  // Version 8 of RFC 9562: a UUID with custom content.
  const withVersion = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}`;
  return withVersion.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns SQL that computes `payoutId` for a row and an attempt. */
export const payoutIdSql = (row: SQL, attempt: SQL): SQL =>
  sql`overlay(overlay(md5(${row}.batch_id || ':' || ${row}.row || ':' || ${attempt}) placing '8' from 13) placing '8' from 17)::uuid`;

/** Prefix of the references of grant payouts. */
export const PAYOUT_REFERENCE_PREFIX = "GPT-";
/** Returns the reference of the payout with this transaction id. */
export const payoutReference = (id: string) => `${PAYOUT_REFERENCE_PREFIX}${id.slice(-12).toUpperCase()}`;
