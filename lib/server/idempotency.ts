import "server-only";
import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { canonicalJson } from "./canonical-json";
import type { Transaction } from "./db/client";
import { idempotencyKeys } from "./db/schema/admin";
import { refuse } from "./errors";

type Use = { adminId: string; key: string; call: string; input: unknown };

/**
 * Reserves an Idempotency-Key inside the transaction of the write. A second use waits for the first to commit.
 * @returns the first use's answer, or undefined when this is the first.
 * @throws 400 when the key was used for something else.
 */
export async function repeatedAnswer(tx: Transaction, use: Use): Promise<{ answer: unknown } | undefined> {
  const inputHash = createHash("sha256").update(canonicalJson(use.input)).digest("hex");
  const reserved = await tx
    .insert(idempotencyKeys)
    .values({ adminId: use.adminId, key: use.key, call: use.call, inputHash })
    .onConflictDoNothing();
  if (reserved.rowCount) return undefined;
  const [first] = await tx.select().from(idempotencyKeys).where(ofUse(use));
  if (!first || first.call !== use.call || first.inputHash !== inputHash)
    throw refuse.badInput("This Idempotency-Key was already used for another request. Use a new one.");
  return { answer: first.answer };
}

export async function keepAnswer(tx: Transaction, use: Use, answer: unknown): Promise<void> {
  await tx.update(idempotencyKeys).set({ answer }).where(ofUse(use));
}

const ofUse = (use: Use) => and(eq(idempotencyKeys.adminId, use.adminId), eq(idempotencyKeys.key, use.key));
